import { highestParameter } from '../../sql/placeholders.ts';
import { toSkeleton } from '../../sql/skeleton.ts';
import { type Cells, createCells, noteCell, type Room } from './cells.ts';
import { detach, type Execution } from './execution.ts';
import type { LogRecord } from './log-format.ts';
import type { Valued } from './measure.ts';

/** Executions that count as one statement. */
export interface Group {
  readonly first: Execution;
  /** How many executions were met before. */
  readonly ordinal: number;
  readonly line: number;
  readonly name: string | null;
  readonly caller: LogRecord['caller'];
  readonly settings: LogRecord['settings'];
  calls: number;
  /** Of the plans that were logged the one that scans most. */
  plan: unknown;
  scans: number;
  /** Where it stands for executions that differ in their values. */
  cells: Cells | null;
  /** How many parameters the text has; positions of constants follow theirs. */
  readonly highest: number;
}

/** The record of an execution, and how many executions were met before. */
export interface Seen {
  readonly record: LogRecord;
  readonly ordinal: number;
}

export function createGroup({ sql, values }: Valued, { record: { line, name, caller, settings }, ordinal }: Seen): Group {
  const first: Execution = { sql, params: values };
  detach(first);
  return { first, ordinal, line, name, caller, settings, calls: 0, plan: null, scans: 0, cells: null, highest: highestParameter(first.sql) };
}

/** Notes the plan of an execution. */
export function notePlan(group: Group, plan: unknown): void {
  const scans = countScans(plan);
  if (group.plan !== null && scans <= group.scans) return;
  group.plan = plan;
  group.scans = scans;
}

function countScans(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  const below = Object.values(plan).reduce((sum: number, value) => sum + countScans(value), 0);
  return below + ('Relation Name' in plan ? 1 : 0);
}

/** Makes one of groups whose executions differ in their values alone. */
export function mergeGroups(groups: readonly Group[], room: Room): Group {
  const [merged, ...others] = groups as [Group, ...Group[]];
  merged.cells = createCells();
  for (const { first, calls } of groups) noteCell(merged.cells, toValued(first, calls), merged.highest, room);
  for (const { calls, plan } of others) {
    merged.calls += calls;
    if (plan !== null) notePlan(merged, plan);
  }
  return merged;
}

function toValued({ sql, params }: Execution, calls: number): Valued {
  return { sql, values: params, literals: toSkeleton(sql).literals, calls };
}
