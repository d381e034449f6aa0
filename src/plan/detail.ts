/** What of a plan node verdicts do not need, and people who look at a plan do. */
export interface PlanDetail {
  /** `Left`, `Semi`, `Anti`; `null` for inner joins and for what is no join. */
  readonly join: string | null;
  /** What a ModifyTable does: `Insert`, `Update`, `Delete`, `Merge`. */
  readonly operation: string | null;
  /** What it writes to, `schema.name`, or what else than a relation it reads: a CTE, a function, or the alias of a sub-select. */
  readonly subject: string | null;
  /** `InitPlan 1 (returns $0)`, `CTE recent`: what its parent knows it by. */
  readonly role: string | null;
  /** What joins its inputs: Hash Cond, Merge Cond, Join Filter. */
  readonly matching: readonly string[];
  /** How many rows the planner expects of one run of it; `null` where it does not say. */
  readonly rows: number | null;
  /** What the planner expects all of its rows to cost, in its own units; `null` where it does not say. */
  readonly cost: number | null;
}

type Json = Readonly<Record<string, unknown>>;

/** What a node that stands for no node of the server's has to tell. */
export const noDetail: PlanDetail = { join: null, operation: null, subject: null, role: null, matching: [], rows: null, cost: null };

export function toDetail(node: Json): PlanDetail {
  const join = text(node, 'Join Type');
  return {
    join: join === 'Inner' ? null : join,
    operation: text(node, 'Operation'),
    subject: toSubject(node),
    role: text(node, 'Subplan Name'),
    matching: ['Hash Cond', 'Merge Cond', 'Join Filter'].flatMap((field) => text(node, field) ?? []),
    rows: number(node, 'Plan Rows'),
    cost: number(node, 'Total Cost'),
  };
}

function toSubject(node: Json): string | null {
  const written = node['Node Type'] === 'ModifyTable' ? text(node, 'Relation Name') : null;
  if (written !== null) return [text(node, 'Schema'), written].filter((part) => part !== null).join('.');
  return text(node, 'CTE Name') ?? text(node, 'Function Name') ?? (node['Relation Name'] === undefined ? text(node, 'Alias') : null);
}

function text(node: Json, field: string): string | null {
  const value = node[field];
  return typeof value === 'string' ? value : null;
}

function number(node: Json, field: string): number | null {
  const value = node[field];
  return typeof value === 'number' ? value : null;
}
