import { noDetail, type PlanDetail, toDetail } from './detail.ts';

/** A relation scanned by a plan node. */
export interface ScannedRelation {
  readonly schema: string;
  readonly name: string;
  /** Unique within the plan: the query's alias, or that with a suffix `_n`. */
  readonly alias: string;
}

/** A node of an EXPLAIN (VERBOSE, FORMAT JSON) plan, reduced to what verdicts are made of. */
export interface PlanNode {
  readonly type: string;
  /** The name that the conditions of other nodes have for its rows. */
  readonly alias: string | null;
  /** It is run for each row of the query around it. */
  readonly isSubPlan: boolean;
  /** The relation a scan reads; `null` for every other node, a ModifyTable's target included. */
  readonly relation: ScannedRelation | null;
  /** The index it reads, in the schema of its table; a bitmap heap scan's indexes are its children's. */
  readonly index: string | null;
  /** What each row of the scan satisfies: Filter, Index Cond, Recheck Cond, and the WHERE of a foreign scan's remote query. */
  readonly conditions: readonly string[];
  /** It can yield no row, whatever is in the tables. */
  readonly isEmpty: boolean;
  /** Children that executor-start pruning took away. */
  readonly removed: number;
  /** Whether it ever ran, in an analysed plan; `null` in any other. */
  readonly hasRun: boolean | null;
  readonly detail: PlanDetail;
  readonly children: readonly PlanNode[];
}

type Json = Readonly<Record<string, unknown>>;

/** Reads the value of EXPLAIN's one column. Throws where it is no plan, which is planlint's fault or the server's. */
export function toPlan(explained: unknown): PlanNode {
  const [first] = explained as readonly [Json];
  return toNode(first['Plan'] as Json);
}

function toNode(node: Json): PlanNode {
  const type = text(node, 'Node Type') ?? '';
  const children = [...((node['Plans'] as readonly Json[] | undefined) ?? []).map(toNode), ...toRemoteScans(node)];
  const removed = Number(node['Subplans Removed'] ?? 0);
  const emptied = isAppend(type) && removed > 0 && children.length === 0;
  const index = text(node, 'Index Name') ?? null;
  return {
    type,
    alias: text(node, 'Alias') ?? null,
    isSubPlan: text(node, 'Parent Relationship') === 'SubPlan',
    relation: toRelation(node, type),
    index,
    conditions: toConditions(node),
    isEmpty: emptied || text(node, 'One-Time Filter') === 'false',
    removed,
    hasRun: toHasRun(node),
    detail: toDetail(node),
    children,
  };
}

function toHasRun({ 'Actual Loops': loops }: Json): boolean | null {
  return typeof loops === 'number' ? loops > 0 : null;
}

/** An Append joins the leaves of a reference, in order or not. */
export function isAppend(type: string): boolean {
  return type === 'Append' || type === 'Merge Append';
}

function toRelation(node: Json, type: string): ScannedRelation | null {
  const name = text(node, 'Relation Name');
  if (name === undefined || type === 'ModifyTable') return null;
  return { schema: text(node, 'Schema') ?? '', name, alias: text(node, 'Alias') ?? name };
}

/** What a foreign server joins or sums up for us: `Aggregate on ((public.credit_1 c_1) INNER JOIN (public.debit_1 d_1))`, as a scan of each. */
function toRemoteScans(node: Json): readonly PlanNode[] {
  const found = [...(text(node, 'Relations') ?? '').matchAll(remoteRelation)];
  // A query that joins them tells its conditions apart by names of its own.
  const conditions = found.length === 1 ? toConditions(node) : [];
  return found.map(([, schema = '', name = '', alias = name]) => {
    const relation = { schema: unquote(schema), name: unquote(name), alias: unquote(alias) };
    return {
      type: 'Foreign Scan',
      alias: relation.alias,
      isSubPlan: false,
      relation,
      index: null,
      conditions,
      isEmpty: false,
      removed: 0,
      hasRun: toHasRun(node),
      detail: noDetail,
      children: [],
    };
  });
}

const identifier = '("(?:[^"]|"")*"|[^\\s"().]+)';
const remoteRelation = new RegExp(`\\(${identifier}\\.${identifier}(?: ${identifier})?\\)`, 'g');

function unquote(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}

function toConditions(node: Json): readonly string[] {
  const conditions = ['Filter', 'Index Cond', 'Recheck Cond'].flatMap((field) => text(node, field) ?? []);
  const remote = / WHERE (.*?)(?: (?:ORDER BY|LIMIT|FOR UPDATE|FOR SHARE) |$)/s.exec(text(node, 'Remote SQL') ?? '')?.[1];
  return remote === undefined ? conditions : [...conditions, remote];
}

function text(node: Json, field: string): string | undefined {
  const value = node[field];
  return typeof value === 'string' ? value : undefined;
}

/** A plan with each of its nodes replaced, children first. */
export function mapPlan(node: PlanNode, replace: (node: PlanNode) => PlanNode): PlanNode {
  return replace({ ...node, children: node.children.map((child) => mapPlan(child, replace)) });
}

/** Visits a plan's nodes from the root down, each with the nearest Append above it. */
export function visitPlan(node: PlanNode, visit: (node: PlanNode, append: PlanNode | null) => void, append: PlanNode | null = null): void {
  visit(node, append);
  const below = isAppend(node.type) ? node : append;
  for (const child of node.children) visitPlan(child, visit, below);
}
