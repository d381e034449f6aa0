import { type Catalog, hasGroups, rootOf } from '../catalog/catalog.ts';
import { isPruned, levelOfKey, namedPartition } from '../keys.ts';
import { columnParts, nodesOf } from '../sql/parse.ts';
import { writeName } from '../sql/quote.ts';
import type { Binding, KeyBinding, Reference } from '../verdict.ts';
import type { Fault } from './proposal.ts';
import type { Relation, Scopes } from './scopes.ts';

const firm: readonly Binding[] = ['equality', 'bound'];

/** The keys that are to blame for what a statement reads, as far as its own text can mend them. */
export function findFaults(references: readonly Reference[], scopes: Scopes, catalog: Catalog): readonly Fault[] {
  return references.flatMap((reference) => {
    const named = namedPartition(reference, catalog);
    const relation = scopes.relations.find(({ start }) => start === reference.span?.start);
    if (named === undefined || relation === undefined || relation.isRenamed) return [];
    return reference.keys
      .filter((key) => isAtFault(key, reference, catalog))
      .flatMap((key) => {
        const level = levelOfKey(named, key.column);
        const part = level?.parts.find(({ name }) => name === key.column);
        if (level === undefined || part === undefined) return [];
        const isBare = relation.scope.relations.length === 1 && relation.scope.parent === null && !isQualified(relation);
        const name = part.isExpression ? key.column : writeName(key.column);
        return {
          reference,
          key,
          part,
          level,
          root: rootOf(named),
          strategy: level.strategy,
          relation,
          column: isBare ? name : `${writeName(relation.alias)}.${name}`,
        };
      });
  });
}

/** The query writes the table's alias before its columns. */
function isQualified({ scope, alias }: Relation): boolean {
  return nodesOf([scope.where, scope.select?.targetList], 'ColumnRef', 'SubLink').some((reference) => columnParts(reference).at(-2) === alias);
}

function isAtFault(key: KeyBinding, reference: Reference, catalog: Catalog): boolean {
  const { binding } = key;
  if (firm.includes(binding)) return false;
  if (binding === 'missing') return true;
  const { planned, byGroup } = reference.leaves;
  if (planned <= 1 || isPruned(reference, key, catalog)) return false;
  const root = catalog.partitions.get(reference.table);
  const isOfGroups = root !== undefined && hasGroups(root) && root.key?.parts.some(({ name }) => name === key.column) === true;
  return isOfGroups ? Object.keys(byGroup).length > 1 : Math.max(...Object.values(byGroup)) > 1;
}

/** How much is read, and how little the keys are constrained: what a fix has to bring down. */
export function weigh(references: readonly Reference[]): number {
  const weak: readonly Binding[] = ['missing', 'wrapped', 'run-time', 'half-range', 'exclusion'];
  return references.reduce((sum, { leaves, keys }) => sum + leaves.planned + keys.filter(({ binding }) => weak.includes(binding)).length, 0);
}
