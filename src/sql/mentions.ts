import { as, columnParts, type Fields, type Node, walk } from './parse.ts';
import type { Level, TextReference } from './references.ts';

/** A place where a statement's conditions name a column. */
export interface Mention {
  /** The whole condition between two ANDs. */
  readonly conjunct: Node;
  /** The relation's name in front of the column. */
  readonly qualifier: string | null;
  /** The column compares with a column of another relation. */
  readonly isJoin: boolean;
  /** The column itself, in UTF-16 units from 0. */
  readonly start: number;
}

/**
 * Where the conditions around `reference` name `column`: those of its own query first, then those of the queries around it,
 * which may name it through a sub-select's or a CTE's alias.
 */
export function findMentions(column: string, reference: TextReference, all: readonly TextReference[]): readonly Mention[] {
  const found: Mention[] = [];
  const others = new Set(all.filter((other) => other !== reference && other.role !== 'function').map((other) => other.alias));
  const levels = [...new Set(all.flatMap((other) => levelsAround(other.level)))].sort(
    (a, b) => distance(reference.level, a) - distance(reference.level, b),
  );
  for (const level of levels) {
    const isOwn = level === reference.level;
    const names = (qualifier: string | undefined): boolean =>
      qualifier === undefined ? isOwn || isAround(level, reference.level) : qualifier === reference.alias || (!isOwn && !others.has(qualifier));
    for (const conjunct of level.conjuncts) {
      const columns = columnsOf(conjunct);
      const own = columns.find(({ parts }) => parts.at(-1) === column && names(parts.at(-2)));
      if (own === undefined) continue;
      const isJoin = columns.some((other) => other.parts.length > 1 && other.parts.at(-2) !== own.parts.at(-2));
      found.push({ conjunct, qualifier: own.parts.at(-2) ?? null, isJoin, start: own.start });
    }
  }
  return found.sort((a, b) => Number(a.isJoin) - Number(b.isJoin));
}

interface Column {
  readonly parts: readonly string[];
  readonly start: number;
}

function columnsOf(conjunct: Node): readonly Column[] {
  const columns: Column[] = [];
  walk(conjunct, (kind, fields) => {
    if (kind === 'SubLink') {
      columns.push(
        ...(as({ SubLink: fields } as Node, 'SubLink')?.testexpr === undefined ? [] : columnsOf((fields as Fields<'SubLink'>).testexpr as Node)),
      );
      return false;
    }
    if (kind === 'ColumnRef')
      columns.push({ parts: columnParts(fields as Fields<'ColumnRef'>), start: (fields as Fields<'ColumnRef'>).location ?? 0 });
    return true;
  });
  return columns;
}

function isAround(outer: Level, inner: Level): boolean {
  return levelsAround(inner).includes(outer);
}

/** A level and those outside of it, from the inside out; some have no reference of their own. */
function levelsAround(inner: Level): readonly Level[] {
  return inner.parent === null ? [inner] : [inner, ...levelsAround(inner.parent)];
}

/** Own level 0, then outwards, then the rest. */
function distance(from: Level, to: Level): number {
  const steps = levelsAround(from).indexOf(to);
  return steps === -1 ? 1000 + to.depth : steps;
}
