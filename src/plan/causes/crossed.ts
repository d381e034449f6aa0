import type { Mention } from '../../sql/mentions.ts';
import { as, type Fields, type Node, namesColumn, nodesOf, walk } from '../../sql/parse.ts';
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
export function crossedQueries({ mention, planned, part, text }: Situation): readonly Crossed[] {
  const crossed: Crossed[] = [];
  const own = planned.attribution.candidate?.outer.level ?? null;
  if (own === null) return crossed;
  for (let level: Level | null = own; level !== null && level !== mention?.level; level = level.parent) {
    const { query } = level;
    const cte = findCommonTable(query, text);
    crossed.push({ level, select: query as Fields<'SelectStmt'>, cte });
    // The queries that use a CTE need not be around it.
    if (mention === null && cte !== null) return isComparedOutside(query, part.name, text.tree) ? crossed : [];
  }
  return mention === null ? [] : crossed;
}

/** Whether a condition outside of a query names a column. */
function isComparedOutside(query: object, column: string, tree: Node | null): boolean {
  const pending: unknown[] = [tree];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value !== 'object' || value === null || value === query) continue;
    for (const [key, below] of Object.entries(value)) {
      if ((key === 'whereClause' || key === 'quals') && namesColumn(below, column)) return true;
      pending.push(below);
    }
  }
  return false;
}

/** Whether a condition of the queries around stands beyond a sub-select in an expression, which takes no filter from there. */
export function isBeyondExpression(mention: Mention, own: Level, tree: Node | null): boolean {
  const crossed = new Set<object | undefined>();
  for (let level: Level | null = own; level !== null && level !== mention.level; level = level.parent) crossed.add(level.query);
  return nodesOf(tree, 'SubLink').some(({ subselect }) => crossed.has(as(subselect, 'SelectStmt')));
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
  return nodesOf(tree, 'RangeVar').filter(({ relname, schemaname }) => relname === name && schemaname === undefined).length;
}

function nameOf(start: number, isMaterialized: boolean, sql: string): Span {
  let token = readToken(sql, start);
  while (isMaterialized && wordOf(sql, token) !== 'materialized' && token.end < sql.length) token = readToken(sql, skipBlanks(sql, token.end));
  return { start, end: token.end };
}
