import { as, type Fields, walk } from '../../sql/parse.ts';
import type { Level } from '../../sql/references.ts';
import type { Span } from '../../sql/span.ts';
import { readToken, skipBlanks, wordOf } from '../../sql/tokens.ts';
import type { Situation } from './cause.ts';

/** A query between a table and the condition on its key. */
export interface Crossed {
  readonly level: Level;
  /** `undefined` where it is an INSERT, UPDATE, DELETE or MERGE. */
  readonly select: Fields<'SelectStmt'>;
  /** The common table expression that it is the query of. */
  readonly cte: CommonTable | null;
}

export interface CommonTable {
  readonly name: string;
  /** Its name, with AS MATERIALIZED where it says so. */
  readonly span: Span;
  readonly isMaterialized: boolean;
  /** Declared NOT MATERIALIZED. */
  readonly isInlined: boolean;
  readonly isRecursive: boolean;
  readonly uses: number;
}

/** From the table's own query outwards, up to the one whose condition names the key; none where the condition stands beside the table. */
export function crossedQueries({ mention, planned, text }: Situation): readonly Crossed[] {
  const crossed: Crossed[] = [];
  const own = planned.attribution.candidate?.outer.level ?? null;
  if (mention === null || own === null) return crossed;
  for (let level: Level | null = own; level !== null && level !== mention.level; level = level.parent) {
    const { query } = level;
    crossed.push({ level, select: query as Fields<'SelectStmt'>, cte: findCommonTable(query, text) });
  }
  return crossed;
}

function findCommonTable(query: object, { tree, sql }: Situation['text']): CommonTable | null {
  let found: CommonTable | null = null;
  walk([tree], (kind, fields) => {
    const clause = kind === '' ? undefined : (fields as Fields<'SelectStmt'>).withClause;
    for (const item of clause?.ctes ?? []) {
      const cte = as(item, 'CommonTableExpr');
      if (as(cte?.ctequery, 'SelectStmt') !== query || cte === undefined) continue;
      const name = cte.ctename ?? '';
      const isMaterialized = cte.ctematerialized === 'CTEMaterializeAlways';
      found = {
        name,
        span: nameOf(cte.location ?? 0, isMaterialized, sql),
        isMaterialized,
        isInlined: cte.ctematerialized === 'CTEMaterializeNever',
        isRecursive: clause?.recursive === true && countUses(cte.ctequery, name) > 0,
        uses: countUses(tree, name),
      };
    }
    return found === null;
  });
  return found;
}

function countUses(tree: unknown, name: string): number {
  let uses = 0;
  walk([tree], (kind, fields) => {
    const relation = kind === 'RangeVar' ? (fields as Fields<'RangeVar'>) : undefined;
    if (relation?.relname === name && relation.schemaname === undefined) uses += 1;
    return true;
  });
  return uses;
}

function nameOf(start: number, isMaterialized: boolean, sql: string): Span {
  let token = readToken(sql, start);
  while (isMaterialized && wordOf(sql, token) !== 'materialized' && token.end < sql.length) token = readToken(sql, skipBlanks(sql, token.end));
  return { start, end: token.end };
}
