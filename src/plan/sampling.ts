import type { Catalog, Partition } from '../catalog/catalog.ts';
import { qualify, rootOf } from '../catalog/catalog.ts';
import type { Database, Refusal } from '../database/database.ts';
import { readParameterTypes } from '../sample/parameter-types.ts';
import { findRoles } from '../sample/roles.ts';
import { chooseLeaf } from '../sample/target.ts';
import { sampleValues } from '../sample/values.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { Node } from '../sql/parse.ts';
import type { Candidate } from './candidates.ts';
import { explainGeneric, type Valuation } from './explain.ts';
import { visitPlan } from './plan.ts';

/** Draws values for a statement's unknown parameters. */
export interface Sampler {
  /** Values from the leaf that stands `share` (0 to 1) of the way through each level; the parameters in `absent` are NULL. */
  draw(share: number, absent: ReadonlySet<number>): Valuation;
  /** Sets of parameters that switch optional filters off. */
  readonly absences: readonly ReadonlySet<number>[];
  /** A key has a lower or an upper bound without the other: in the middle of the leaves it can look closed. */
  readonly hasOpenBound: boolean;
}

export interface Unvalued {
  readonly planned: string;
  readonly tree: Node;
  readonly parameters: number;
  readonly declared: readonly string[];
  readonly known: KnownParameters | null;
}

export async function createSampler(
  database: Database,
  statement: Unvalued,
  { candidates, catalog }: { readonly candidates: readonly Candidate[]; readonly catalog: Catalog },
): Promise<Sampler | { readonly refusal: Refusal }> {
  const types = await readParameterTypes(database, statement.planned, statement.parameters, typesOf(statement));
  if ('refusal' in types) return types;
  const roles = findRoles(statement.tree, candidates);
  const allowed = roles.hasConstantKey && database.major >= 16 ? await leavesOfConstants(database, statement.planned, catalog) : null;
  const { known } = statement;
  return {
    draw(share, absent) {
      const targets = new Map(candidates.map(({ root }) => [root, chooseLeaf(root, share, allowed?.get(root) ?? null)]));
      const sampled = sampleValues(types, roles, targets);
      const values = sampled.map((value, index) =>
        known?.values.has(index + 1) ? (known.values.get(index + 1) ?? null) : absent.has(index + 1) ? null : value,
      );
      return { values, types: types.map((type) => type.oid) };
    },
    absences: [...[...roles.optional].map((parameter) => new Set([parameter])), ...(roles.optional.size > 1 ? [roles.optional] : [])],
    hasOpenBound: [...roles.keys.values()].some((role) => role.isOpen),
  };
}

/** The leaves that the statement's own constants leave, by root. */
async function leavesOfConstants(database: Database, planned: string, catalog: Catalog): Promise<ReadonlyMap<Partition, ReadonlySet<Partition>>> {
  const leaves = new Map<Partition, Set<Partition>>();
  const explained = await explainGeneric(database, planned);
  if ('refusal' in explained) return leaves;
  visitPlan(explained.plan, ({ relation }) => {
    const leaf = relation === null ? undefined : catalog.partitions.get(qualify(relation));
    if (leaf !== undefined) leaves.set(rootOf(leaf), (leaves.get(rootOf(leaf)) ?? new Set()).add(leaf));
  });
  return leaves;
}

function typesOf({ declared, known }: Unvalued): ReadonlyMap<number, string> {
  return new Map([...declared.map((type, index) => [index + 1, type] as const), ...(known?.types ?? [])]);
}
