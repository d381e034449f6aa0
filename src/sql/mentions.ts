import { columnParts, type Fields, type Node, walk } from './parse.ts';
import type { Level, TextReference } from './references.ts';

/** A place where a statement's conditions name a column. */
export interface Mention {
  /** The whole condition between two ANDs. */
  readonly conjunct: Node;
  /** The query that it is a condition of. */
  readonly level: Level;
  /** The relation's name in front of the column. */
  readonly qualifier: string | null;
  /** The column compares with a column of another relation. */
  readonly isJoin: boolean;
}

/**
 * Where the conditions around `reference` name `column`: those of its own query first, then those of the queries around it,
 * which may name it through a sub-select's or a CTE's alias.
 */
export function findMentions(column: string, reference: TextReference, all: readonly TextReference[]): readonly Mention[] {
  const found: Mention[] = [];
  const others = new Set(all.filter((other) => other !== reference && other.role !== 'function').map((other) => other.alias));
  const around = new Set(levelsAround(reference.level));
  for (const level of [...around, ...levelsOf(all).filter((other) => !around.has(other))]) {
    const isOwn = level === reference.level;
    const names = (qualifier: string | undefined): boolean =>
      qualifier === undefined ? around.has(level) : qualifier === reference.alias || (!isOwn && !others.has(qualifier));
    for (const conjunct of level.conjuncts) {
      const columns = columnsOf(conjunct);
      const own = columns.find((parts) => parts.at(-1) === column && names(parts.at(-2)));
      if (own === undefined) continue;
      const isJoin = columns.some((other) => other.length > 1 && other.at(-2) !== own.at(-2));
      found.push({ conjunct, level, qualifier: own.at(-2) ?? null, isJoin });
    }
  }
  return found.sort((a, b) => Number(a.isJoin) - Number(b.isJoin));
}

const knownColumns = new WeakMap<Node, readonly (readonly string[])[]>();

/** The columns that a condition names, each by its parts; those inside a sub-select are not its own. */
function columnsOf(conjunct: Node): readonly (readonly string[])[] {
  const known = knownColumns.get(conjunct);
  if (known !== undefined) return known;
  const columns: (readonly string[])[] = [];
  const collect = (node: unknown): void => {
    walk([node], (kind, fields) => {
      if (kind === 'ColumnRef') columns.push(columnParts(fields as Fields<'ColumnRef'>));
      if (kind === 'SubLink') collect((fields as Fields<'SubLink'>).testexpr);
      return kind !== 'SubLink';
    });
  };
  collect(conjunct);
  knownColumns.set(conjunct, columns);
  return columns;
}

/** A level and those outside of it, from the inside out. */
function levelsAround(inner: Level): readonly Level[] {
  const levels: Level[] = [];
  for (let level: Level | null = inner; level !== null; level = level.parent) levels.push(level);
  return levels;
}

const knownLevels = new WeakMap<readonly TextReference[], readonly Level[]>();

/** Every level of a statement, outermost first; some have no reference of their own. */
function levelsOf(all: readonly TextReference[]): readonly Level[] {
  const known = knownLevels.get(all);
  if (known !== undefined) return known;
  const levels = new Set<Level>();
  for (const { level: own } of all) for (let level: Level | null = own; level !== null && !levels.has(level); level = level.parent) levels.add(level);
  const found = [...levels].sort((a, b) => a.depth - b.depth);
  knownLevels.set(all, found);
  return found;
}
