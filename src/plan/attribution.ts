import { type Catalog, type Partition, qualify, rootOf } from '../catalog/catalog.ts';
import type { Candidate } from './candidates.ts';
import { type PlanNode, visitPlan } from './plan.ts';

/** One leaf as the plan scans it. */
export interface LeafScan {
  readonly leaf: Partition;
  readonly alias: string;
  readonly node: PlanNode;
  /** The nearest Append above it. */
  readonly append: PlanNode | null;
}

/** Leaf scans that are one appearance of a table in the plan. */
export type Instance = readonly LeafScan[];

/** The instances of one reference; without a candidate they come from no name in the text, such as a policy's sub-select. */
export interface Attribution {
  readonly root: Partition;
  readonly candidate: Candidate | null;
  readonly alias: string;
  readonly instances: readonly Instance[];
}

/** The conditions of a scan in a form in which two leaves of one reference are equal. */
export type ScanSignature = (scan: LeafScan) => string;

/** Tells which table reference of the text each leaf scan of a plan belongs to. Candidates without a scan keep an empty attribution. */
export function attribute(plan: PlanNode, candidates: readonly Candidate[], catalog: Catalog, signature: ScanSignature): readonly Attribution[] {
  const byName = new Map<string, { readonly root: Partition; readonly base: string; readonly scans: LeafScan[] }>();
  for (const scan of findLeafScans(plan, catalog)) {
    const root = rootOf(scan.leaf);
    const base = baseAlias(scan.alias, root, candidates);
    const key = `${qualify(root)} ${base}`;
    const entry = byName.get(key) ?? { root, base, scans: [] };
    entry.scans.push(scan);
    byName.set(key, entry);
  }
  const attributions: Attribution[] = [];
  for (const { root, base, scans } of byName.values()) {
    const named = candidates.filter((candidate) => candidate.root === root && candidate.alias === base && candidate.reference.role === 'read');
    const instances = toInstances(scans, named.length > 1 ? signature : null);
    attributions.push(...distribute(instances, named, { root, alias: base }));
  }
  const found = new Set(attributions.map((attribution) => attribution.candidate));
  for (const candidate of candidates)
    if (!found.has(candidate)) attributions.push({ root: candidate.root, candidate, alias: candidate.alias, instances: [] });
  return attributions;
}

/** Every scan of a leaf, in the order of the plan. */
export function findLeafScans(plan: PlanNode, catalog: Catalog): readonly LeafScan[] {
  const scans: LeafScan[] = [];
  visitPlan(plan, (node, append) => {
    const leaf = node.relation === null ? undefined : catalog.partitions.get(qualify(node.relation));
    if (node.relation !== null && leaf !== undefined && leaf.key === null) scans.push({ leaf, alias: node.relation.alias, node, append });
  });
  return scans;
}

/** PostgreSQL numbers the aliases of a reference's leaves, but `e_1` can also be an alias of the text. */
function baseAlias(alias: string, root: Partition, candidates: readonly Candidate[]): string {
  const known = candidates.filter((candidate) => candidate.root === root).map((candidate) => candidate.alias);
  const base = alias.replace(/_\d+$/, '');
  if (known.includes(alias)) return alias;
  // Where a name is as long as can be, its end makes room for the number.
  const isCut = !known.includes(base) && Buffer.byteLength(alias) > longestName - longestCharacter;
  return (isCut ? known.find((name) => name.startsWith(base)) : undefined) ?? base;
}

/** In bytes. */
const longestName = 63;
const longestCharacter = 4;

function suffixOf(instance: Instance): number {
  return Math.min(...instance.map((scan) => Number(/_(\d+)$/.exec(scan.alias)?.[1] ?? 0)));
}

/** Splits scans at each Append, and inside one Append where a leaf comes again or, given a signature, where the conditions change. */
function toInstances(scans: readonly LeafScan[], signature: ScanSignature | null): readonly Instance[] {
  const instances: LeafScan[][] = [];
  const open = new Map<PlanNode, { readonly scans: LeafScan[]; readonly leaves: Set<Partition>; readonly signature: string | undefined }>();
  for (const scan of scans) {
    const current = scan.append === null ? undefined : open.get(scan.append);
    if (current !== undefined && !current.leaves.has(scan.leaf) && current.signature === signature?.(scan)) {
      current.scans.push(scan);
      current.leaves.add(scan.leaf);
      continue;
    }
    const instance = [scan];
    instances.push(instance);
    if (scan.append !== null) open.set(scan.append, { scans: instance, leaves: new Set([scan.leaf]), signature: signature?.(scan) });
  }
  return instances;
}

/** Hands the instances out in the order in which the planner numbers them: outer queries first, then as the text has them. */
function distribute(
  instances: readonly Instance[],
  named: readonly Candidate[],
  of: { readonly root: Partition; readonly alias: string },
): readonly Attribution[] {
  if (named.length === 0) return instances.map((instance) => ({ ...of, candidate: null, instances: [instance] }));
  const ordered = [...instances].sort((a, b) => suffixOf(a) - suffixOf(b));
  const candidates = [...named].sort((a, b) => a.depth - b.depth || a.outer.start - b.outer.start);
  return candidates
    .map((candidate, index) => ({
      ...of,
      candidate,
      instances: index === candidates.length - 1 ? ordered.slice(index) : ordered.slice(index, index + 1),
    }))
    .filter((attribution) => attribution.instances.length > 0);
}
