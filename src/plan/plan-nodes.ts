import { isRecord } from '../is-record.ts';
import { unreadPlan } from '../source/captured-plan.ts';

/** The nodes of PostgreSQL 12 to 19 by EXPLAIN's names, and how many children each has at least. */
const leastChildren: ReadonlyMap<string, number> = new Map(
  Object.entries({
    Result: 0,
    ProjectSet: 1,
    ModifyTable: 1,
    // All of its children can be removed at executor start.
    Append: 0,
    'Merge Append': 0,
    'Recursive Union': 2,
    BitmapAnd: 2,
    BitmapOr: 2,
    'Nested Loop': 2,
    'Merge Join': 2,
    'Hash Join': 2,
    'Seq Scan': 0,
    'Sample Scan': 0,
    Gather: 1,
    'Gather Merge': 1,
    'Index Scan': 0,
    'Index Only Scan': 0,
    'Bitmap Index Scan': 0,
    'Bitmap Heap Scan': 1,
    'Tid Scan': 0,
    'Tid Range Scan': 0,
    'Subquery Scan': 1,
    'Function Scan': 0,
    'Table Function Scan': 0,
    'Values Scan': 0,
    'CTE Scan': 0,
    'Named Tuplestore Scan': 0,
    'WorkTable Scan': 0,
    'Foreign Scan': 0,
    Materialize: 1,
    Memoize: 1,
    Sort: 1,
    'Incremental Sort': 1,
    Group: 1,
    Aggregate: 1,
    WindowAgg: 1,
    Unique: 1,
    SetOp: 1,
    LockRows: 1,
    Limit: 1,
    Hash: 1,
  }),
);

/** Nodes that read or write one relation, which they name. */
const ofRelation: ReadonlySet<string> = new Set([
  'ModifyTable',
  'Seq Scan',
  'Sample Scan',
  'Index Scan',
  'Index Only Scan',
  'Bitmap Heap Scan',
  'Tid Scan',
  'Tid Range Scan',
]);

type Json = Readonly<Record<string, unknown>>;

/** Deeper than any statement nests, and not so deep that reading it fails. */
const deepest = 1000;

/** What of a captured plan keeps it from being read, as the end of "its plan …"; `null` where nothing does. */
export function findPlanFault(node: unknown, depth = 0): string | null {
  if (depth > deepest) return 'nests too deep for planlint';
  if (node === unreadPlan) return 'is not logged as JSON: set auto_explain.log_format = json';
  if (!isRecord(node) || typeof node['Node Type'] !== 'string') return 'is not one that EXPLAIN prints: a node in it has no type';
  const type = node['Node Type'];
  const least = leastChildren.get(type);
  if (least === undefined) return `has a node that planlint does not know: ${nameOf(type, node)}`;
  const children = node['Plans'] ?? [];
  const removed = node['Subplans Removed'] ?? 0;
  if (!Array.isArray(children) || !Number.isSafeInteger(removed)) return `is not one that EXPLAIN prints: its ${type} is damaged`;
  const isEmptied = type.endsWith('Append') && children.length === 0 && removed === 0;
  if (children.length < least || isEmptied) return `is not whole: what is below its ${type} is missing`;
  if (ofRelation.has(type) && typeof node['Relation Name'] !== 'string') return `is not whole: its ${type} names no relation`;
  for (const child of children) {
    const fault = findPlanFault(child, depth + 1);
    if (fault !== null) return fault;
  }
  return null;
}

function nameOf(type: string, node: Json): string {
  const provider = node['Custom Plan Provider'];
  return typeof provider === 'string' ? `${type} (${provider})` : type;
}
