import { type Partition, rootOf } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { findCasts, findFixedValues, findOptional, hasSwitch } from '../sample/contexts.ts';
import { type ParameterType, readParameterTypes } from '../sample/parameter-types.ts';
import { findKeyRoles, type KeyRole, type KeyRoles, likelyTypes } from '../sample/roles.ts';
import { chooseLeaf, unlikeSubtrees } from '../sample/target.ts';
import { sampleValues } from '../sample/values.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { Node } from '../sql/parse.ts';
import { findLeafScans } from './attribution.ts';
import { explainValueless, type Valuation } from './explain.ts';
import { isSafe } from './generic.ts';
import type { Refused } from './outcome.ts';
import { type Reading, renamedColumns } from './read-references.ts';
import { scanReader } from './scan-reader.ts';

/** A statement of which some values are not known. */
export interface Unvalued {
  readonly planned: string;
  readonly tree: Node;
  readonly parameters: number;
  /** Types that a PREPARE declares. */
  readonly declared: readonly string[];
  readonly known: KnownParameters | null;
}

export interface Variation {
  /** The leaves to draw from. */
  readonly among?: ReadonlySet<Partition>;
  /** Parameters to switch off: false where they are boolean, else NULL. */
  readonly off?: ReadonlySet<number>;
}

/** Draws values for a statement's unknown parameters. */
export interface Sampler {
  /** Values from the leaf that stands `share` (0 to 1) of the way through each level. */
  draw(share: number, variation?: Variation): Valuation;
  /** Sets of parameters that switch conditions off together: each by itself, and all. */
  readonly switches: readonly ReadonlySet<number>[];
  /** Leaves of sub-trees that are partitioned by unlike keys. */
  readonly unlike: readonly ReadonlySet<Partition>[];
  /** A key has a lower or an upper bound without the other: in the middle of the leaves it can look closed. */
  readonly hasOpenBound: boolean;
}

/** The sampler to begin with, and one that knows more, should that one reach nothing; `null` where nothing more is to be known. */
export interface Samplers {
  readonly first: Sampler;
  readonly second: (() => Promise<Sampler>) | null;
}

export async function createSamplers(database: Database, statement: Unvalued, reading: Reading): Promise<Samplers | Refused> {
  const { tree, planned, declared, known } = statement;
  const roots = reading.candidates.map((candidate) => ({ ...candidate, columns: renamedColumns(candidate) }));
  const text = findKeyRoles(tree, roots);
  const types = await readParameterTypes(database, statement, {
    known: new Map([...declared.map(numbered), ...(known?.types ?? [])]),
    likely: likelyTypes(text),
  });
  if ('refusal' in types) return { refusal: types.refusal, fault: types.isGuess ? 'types' : 'statement' };
  const create = (keys: KeyRoles): Sampler => createSampler({ statement, types, keys }, reading);
  // Views and sub-queries rename what they read: a plan knows what is meant.
  const byPlan = async (): Promise<Sampler> => create(new Map([...text, ...(await readPlan(database, { planned, types }, reading))]));
  return { first: create(text), second: reading.candidates.length > 0 && isSafe(tree, reading.candidates) ? byPlan : null };
}

interface Ingredients {
  readonly statement: Unvalued;
  readonly types: readonly ParameterType[];
  readonly keys: KeyRoles;
}

function createSampler({ statement, types, keys }: Ingredients, { candidates }: Reading): Sampler {
  const uses = { types, keys, fixed: findFixedValues(statement.tree), casts: findCasts(statement.tree) };
  const roots = new Set([...candidates.map(({ root }) => root), ...[...keys.values()].map(({ root }) => root)]);
  const { known } = statement;
  const declared = types.map((type) => type.declared);
  return {
    draw(share, { among, off = new Set() } = {}) {
      const targets = new Map([...roots].map((root) => [root, chooseLeaf(root, share, ofRoot(root, among))]));
      const values = sampleValues(uses, targets).map((value, index) =>
        known?.values.has(index + 1) ? (known.values.get(index + 1) ?? null) : off.has(index + 1) ? offValue(types[index]) : value,
      );
      return { values, types: types.map(({ oid }) => oid), declared };
    },
    switches: findSwitches(statement.tree, types),
    unlike: [...roots].flatMap(unlikeSubtrees),
    hasOpenBound: [...keys.values()].some((role) => role.isOpen),
  };
}

function offValue(type: ParameterType | undefined): string | null {
  return type?.name === 'boolean' ? 'false' : null;
}

function findSwitches(tree: Node, types: readonly ParameterType[]): readonly ReadonlySet<number>[] {
  if (!hasSwitch(tree)) return [];
  const booleans = types.flatMap((type, index) => (type.name === 'boolean' ? [index + 1] : []));
  const all = new Set([...findOptional(tree), ...booleans]);
  return all.size > 1 ? [...[...all].map((parameter) => new Set([parameter])), all] : all.size === 1 ? [all] : [];
}

/** `among` is about one root; for others it is no limit. */
function ofRoot(root: Partition, among: ReadonlySet<Partition> | undefined): ReadonlySet<Partition> | null {
  const [some] = among ?? [];
  return among !== undefined && some !== undefined && rootOf(some) === root ? among : null;
}

/** Which parameter meets which key in the conditions of a plan's leaves. */
async function readPlan(database: Database, { planned, types }: Typed, { catalog }: Reading): Promise<KeyRoles> {
  const explained = await explainValueless(
    database,
    planned,
    types.map(({ declared }) => declared),
  );
  const keys = new Map<number, KeyRole>();
  const reader = scanReader(catalog, 'generic');
  const seen = new Set<string>();
  for (const scan of 'plan' in explained ? findLeafScans(explained.plan, catalog) : []) {
    const signature = reader.signatureOf(scan);
    if (seen.has(signature)) continue;
    seen.add(signature);
    const roots = [{ root: rootOf(scan.leaf), alias: null }];
    for (const [parameter, role] of findKeyRoles(reader.conjunctsOf(scan), roots)) if (!keys.has(parameter)) keys.set(parameter, role);
  }
  return keys;
}

interface Typed {
  readonly planned: string;
  readonly types: readonly ParameterType[];
}

function numbered(type: string, index: number): readonly [number, string] {
  return [index + 1, type];
}
