import { type Partition, qualify } from '../catalog/catalog.ts';
import { isAppend, type PlanNode } from '../plan/plan.ts';
import type { PlanBranch } from '../report/explanation.ts';
import { bare } from '../wording.ts';
import { toConditionTexts } from './condition-text.ts';

/** Which reference the scan of a leaf belongs to, and under which name the statement knows it. */
export interface Scanned {
  readonly reference: object;
  readonly title: string;
  readonly leaf: Partition;
}

export interface Names {
  readonly scans: ReadonlyMap<PlanNode, Scanned>;
  /** What the statement calls the aliases of leaves. */
  readonly aliases: ReadonlyMap<string, string>;
}

interface Draft extends Omit<PlanBranch, 'leaves' | 'children'> {
  /** Whose leaves are scanned; `null` where none of a partitioned table's are. */
  readonly reference: object | null;
  readonly leaves: ReadonlySet<Partition> | null;
  readonly children: readonly Draft[];
}

/** The plan with the scans of a reference's leaves in one branch, and what else is repeated for each leaf as well. */
export function foldPlan(plan: PlanNode, names: Names): PlanBranch {
  return finish(toDraft(plan, names));
}

function finish({ reference: _, leaves, children, ...draft }: Draft): PlanBranch {
  return { ...draft, leaves: leaves?.size ?? null, children: children.map(finish) };
}

function toDraft(node: PlanNode, names: Names): Draft {
  const scanned = names.scans.get(node);
  const drafts = node.children.filter((child) => !isIndexScan(child)).map((child) => toDraft(child, names));
  const children = isAppend(node.type) ? mergeAlike(drafts, readsLeaf) : drafts;
  const [only] = children;
  const isOfOne = isAppend(node.type) && children.length === 1 && only !== undefined && only.role === null && readsLeaf(only);
  if (isOfOne) return { ...only, role: node.detail.role, removed: only.removed + node.removed };
  return {
    reference: scanned?.reference ?? null,
    role: node.detail.role,
    label: scanned?.title ?? labelOf(node),
    times: 1,
    leaves: scanned === undefined ? null : new Set([scanned.leaf]),
    scans: node.relation === null ? [] : [node.type],
    conditions: toConditionTexts([...node.detail.matching, ...node.conditions], names.aliases, node.relation?.alias ?? null),
    removed: node.removed,
    isEmpty: node.isEmpty,
    children,
  };
}

/** The indexes that a bitmap scan reads say nothing that it does not. */
function isIndexScan({ type }: PlanNode): boolean {
  return type === 'Bitmap Index Scan' || type === 'BitmapAnd' || type === 'BitmapOr';
}

/** `Hash Left Join`, `Update ledger_entry`, `account a`, `CTE Scan recent`. */
function labelOf({ type, relation, detail, alias }: PlanNode): string {
  if (relation !== null) {
    const name = bare(qualify(relation));
    return relation.alias === relation.name ? name : `${name} ${relation.alias}`;
  }
  if (detail.operation !== null) return [detail.operation, detail.subject === null ? '' : bare(detail.subject)].join(' ').trim();
  const join =
    detail.join === null ? type : type === 'Nested Loop' ? `Nested Loop ${detail.join} Join` : type.replace(' Join', ` ${detail.join} Join`);
  const subject = detail.subject === null ? '' : ` ${detail.subject}${alias === null || alias === detail.subject ? '' : ` ${alias}`}`;
  return join + subject;
}

/** What an Append repeats for each leaf becomes one branch. */
function mergeAlike(drafts: readonly Draft[], isRepeated: (draft: Draft) => boolean): readonly Draft[] {
  const runs: [Draft, ...Draft[]][] = [];
  for (const draft of drafts) {
    const run = runs.at(-1);
    if (run !== undefined && isRepeated(draft) && isAlike(run[0], draft)) run.push(draft);
    else runs.push([draft]);
  }
  return runs.map(merge);
}

/** Whether two branches do the same with leaves of the same references. Only one of them may have the sub-plans that all of a reference's scans use. */
function isAlike(a: Draft, b: Draft): boolean {
  const isSame = a.label === b.label && kindOf(a.role) === kindOf(b.role) && a.reference === b.reference && a.isEmpty === b.isEmpty;
  if (!isSame || a.leaves !== null) return isSame;
  return a.children.length === b.children.length && a.children.every((child, index) => isAlike(child, b.children[index] as Draft));
}

/** `SubPlan 1` and `SubPlan 2` are alike. */
function kindOf(role: string | null): string | null {
  return role?.replace(/\d+/g, '') ?? null;
}

function readsLeaf({ leaves, children }: Draft): boolean {
  return leaves !== null || children.some(readsLeaf);
}

function merge(run: readonly [Draft, ...Draft[]]): Draft {
  const [first, ...others] = run;
  if (others.length === 0) return first;
  const shared = others.map(({ conditions }) => new Set(conditions));
  const isScan = first.leaves !== null;
  return {
    ...first,
    times: isScan ? 1 : run.reduce((sum, { times }) => sum + times, 0),
    leaves: isScan ? new Set(run.flatMap(({ leaves }) => [...(leaves ?? [])])) : null,
    scans: [...new Set(run.flatMap(({ scans }) => scans))],
    conditions: first.conditions.filter((condition) => shared.every((conditions) => conditions.has(condition))),
    removed: run.reduce((sum, { removed }) => sum + removed, 0),
    children: isScan
      ? mergeAlike(
          run.flatMap(({ children }) => children),
          () => true,
        )
      : first.children.map((child, index) => merge([child, ...others.map(({ children }) => children[index] as Draft)])),
  };
}
