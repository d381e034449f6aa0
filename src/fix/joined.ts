import { as, columnParts, type Node, nodesOf } from '../sql/parse.ts';
import { writeName } from '../sql/quote.ts';
import { bare } from '../wording.ts';
import { conditionsOf, sidesOf } from './conditions.ts';
import { constraintsOn, equalsOf } from './copied.ts';
import type { Propose, Setting } from './proposal.ts';
import type { Relation, Scope } from './scopes.ts';

/** A table that is joined without its keys to one that has them: rows that belong together have the same keys, as a rule. */
export const joinOnKey: Propose = ({ relation, key, part, column, reference }, setting) => {
  if (part.isExpression) return null;
  const partner = partnersOf(relation).find(
    (other) => setting.typeOf(other, key.column) === part.type && knownOf(other, key.column, setting).length > 0,
  );
  if (partner === undefined) return null;
  const condition = `${column} = ${writeName(partner.alias)}.${writeName(key.column)}`;
  if (isWritten(relation, partner, key.column)) return null;
  const assumes = `joined rows of \`${bare(reference.table)}\` and \`${partner.name}\` have the same keys`;
  const known = knownOf(partner, key.column, setting).map((write) => write(column));
  // An equality with one value travels through the join; a period has to be written for both.
  const copied = known.filter((other) => !other.startsWith(`${column} = `));
  return { kind: 'narrowed', assumes, edits: [], conditions: [condition, ...new Set(copied)] };
};

/** Tables that an equality joins a relation to, in its own query and in those around it. */
export function partnersOf(relation: Relation): readonly Relation[] {
  const found = new Set<Relation>();
  for (const condition of conditionsOf(relation)) {
    if (sidesOf(condition, '=') === null) continue;
    const aliases = aliasesIn(condition);
    if (!aliases.has(relation.alias) && relation.scope.relations.length > 1) continue;
    for (let scope: Scope | null = relation.scope; scope !== null; scope = scope.parent)
      for (const other of scope.relations) if (other !== relation && other.nullable === null && aliases.has(other.alias)) found.add(other);
  }
  return [...found];
}

function aliasesIn(condition: Node): ReadonlySet<string> {
  return new Set(nodesOf(condition, 'ColumnRef', 'SubLink').flatMap((reference) => columnParts(reference).at(-2) ?? []));
}

/** The value, or the period, that the statement gives for the partner's own key. */
function knownOf(partner: Relation, column: string, setting: Setting): ReturnType<typeof constraintsOn> {
  const start = { relation: partner, column };
  return [start, ...equalsOf(start, conditionsOf(partner), [start])].flatMap((equal) => constraintsOn(equal, setting));
}

/** Whether the two are joined on a column of that name. */
export function isWritten(relation: Relation, partner: Relation, column: string): boolean {
  return conditionsOf(relation).some((condition) => {
    const sides = sidesOf(condition, '=')?.map((side) => columnParts(as(side, 'ColumnRef') ?? {}));
    return sides?.every((parts) => parts.at(-1) === column) === true && sides.some((parts) => parts.at(-2) === partner.alias);
  });
}
