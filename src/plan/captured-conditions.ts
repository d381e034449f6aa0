import { type Catalog, type Partition, qualify, rootOf } from '../catalog/catalog.ts';
import { quoteName } from '../sql/quote.ts';
import type { Candidate } from './candidates.ts';
import { mapPlan, type PlanNode, visitPlan } from './plan.ts';

const token = /'(?:[^']|'')*'|(?<![\w$."])(?<qualifier>[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:[^"]|"")*")\.|(?<parameter>\$\d+)/g;

/** Up to 12, the leaves of a table without an alias go by their own names; here they get that of the table. */
export function withAliasOfTable(plan: PlanNode, catalog: Catalog, candidates: readonly Candidate[]): PlanNode {
  return mapPlan(plan, (node) => {
    const { relation } = node;
    const leaf = relation === null ? undefined : catalog.partitions.get(qualify(relation));
    const alias = relation === null || leaf === undefined ? null : findAlias(leaf, relation.alias, candidates);
    if (relation === null || alias === null) return node;
    const isOwn = (qualifier: string | undefined): boolean => qualifier === relation.alias || qualifier === quoteName(relation.alias);
    const conditions = node.conditions.map((condition) => condition.replace(token, (text, qualifier?: string) => (isOwn(qualifier) ? '' : text)));
    return { ...node, relation: { ...relation, alias }, conditions };
  });
}

function findAlias(leaf: Partition, alias: string, candidates: readonly Candidate[]): string | null {
  const own = candidates.filter(({ root }) => root === rootOf(leaf));
  const number = alias === leaf.name ? '' : /^_\d+$/.exec(alias.startsWith(leaf.name) ? alias.slice(leaf.name.length) : '')?.[0];
  if (number === undefined || own.some((candidate) => candidate.alias === alias)) return null;
  const unaliased = own.find(({ named, ...candidate }) => candidate.alias === named.name);
  return unaliased === undefined ? null : unaliased.alias + number;
}

/** A captured plan whose parameters are told apart. */
export interface Freed {
  readonly plan: PlanNode;
  /** Leaves are scanned under conditions that hold the statement's own parameters. */
  readonly isGeneric: boolean;
}

/**
 * In a generic plan `$1` is a parameter of the statement, which is known when the plan starts; up to 16, also what a sub-select finds is printed so.
 * The statement's own become calls, `"$1"()`: known, and not a list even where an array is handed over, which prunes nothing.
 */
export function freeParameters(captured: PlanNode, catalog: Catalog): Freed {
  const found = new Set<string>();
  visitPlan(captured, ({ detail }) => {
    const [, returned = ''] = /\(returns (.*)\)$/.exec(detail.role ?? '') ?? [];
    for (const parameter of returned.split(',')) found.add(parameter);
  });
  let isGeneric = false;
  const plan = mapPlan(captured, (node) => {
    const isLeaf = node.relation !== null && catalog.partitions.has(qualify(node.relation));
    const free = (condition: string): string =>
      condition.replace(token, (text, _qualifier?: string, parameter?: string) => {
        if (parameter === undefined || found.has(parameter)) return text;
        isGeneric ||= isLeaf;
        return `"${parameter}"()`;
      });
    return { ...node, conditions: node.conditions.map(free) };
  });
  return { plan, isGeneric };
}
