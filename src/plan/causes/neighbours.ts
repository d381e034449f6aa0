import { columnParts, type Node, nodesOf } from '../../sql/parse.ts';
import type { Level } from '../../sql/references.ts';
import type { Binding } from '../../verdict.ts';
import type { PlannedReference } from '../read-references.ts';
import type { Situation } from './cause.ts';

/** The columns that a condition names, with the relation's name in front where it is written. */
function columnsIn(condition: Node): readonly (readonly string[])[] {
  return nodesOf(condition, 'ColumnRef').map(columnParts);
}

/** How the plan binds a column of another reference; `undefined` where that is no key of a partitioned table. */
export function bindingAt(alias: string, column: string, { all, planned }: Situation): Binding | undefined {
  const named = all.filter((other) => other !== planned && other.attribution.alias === alias);
  return named.flatMap(({ keys }) => keys.filter(({ part }) => part.name === column))[0]?.binding;
}

/** The column of another relation that a join compares the key with. */
export function joinedColumn({ mention, part }: Situation): { readonly alias: string; readonly column: string } | undefined {
  if (mention === null || !mention.isJoin) return undefined;
  const other = columnsIn(mention.conjunct).find((parts) => parts.length > 1 && parts.at(-2) !== mention.qualifier);
  return other === undefined ? undefined : { alias: other.at(-2) ?? '', column: other.at(-1) ?? part.name };
}

/** References that a condition of this one's query could name, the key of which is constrained by itself. */
export function constrainedNeighbour({ all, planned, part }: Situation): { readonly alias: string; readonly binding: Binding } | undefined {
  const { candidate, alias } = planned.attribution;
  if (candidate === null) return undefined;
  const visible = all.filter((other) => other !== planned && other.attribution.alias !== alias && isVisible(other, candidate.outer.level));
  for (const { attribution, keys } of visible) {
    const key = keys.find((has) => has.part.name === part.name && ['equality', 'list', 'range'].includes(has.binding));
    if (key !== undefined) return { alias: attribution.alias, binding: key.binding };
  }
  return undefined;
}

function isVisible({ attribution }: PlannedReference, from: Level): boolean {
  for (let level: Level | null = from; level !== null; level = level.parent) if (attribution.candidate?.outer.level === level) return true;
  return false;
}

/** What the conditions between two relations compare of the first: the columns that a join passes on to it. */
export function passedColumns(alias: string, neighbour: string, { conjuncts, using }: Level): readonly string[] {
  const passed = conjuncts.map(columnsIn).flatMap((columns) => {
    const own = columns.find((parts) => parts.length > 1 && parts.at(-2) === alias);
    return own !== undefined && columns.some((parts) => parts.length > 1 && parts.at(-2) === neighbour) ? [own.at(-1) ?? ''] : [];
  });
  return [...new Set([...passed, ...using.flatMap((name) => name ?? [])])];
}
