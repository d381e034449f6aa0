import { highestParameter } from '../../sql/placeholders.ts';
import { toSkeleton } from '../../sql/skeleton.ts';
import { beginExtremes, detach, type Execution, type Extremes, moveEnd } from './extremes.ts';
import type { LogRecord, LogValue } from './log-format.ts';

/** Executions that count as one statement. */
export interface Group {
  readonly first: Execution;
  /** How many executions were met before. */
  readonly ordinal: number;
  readonly line: number;
  readonly name: string | null;
  readonly caller: LogRecord['caller'];
  calls: number;
  /** Of the plans that were logged the one that scans most. */
  plan: unknown;
  scans: number;
  /** Where it stands for executions that differ in their values. */
  extremes: Extremes | null;
  /** How many parameters the text has; positions of constants follow theirs. */
  readonly highest: number;
}

/** One execution as it is met in the log. */
export interface Met {
  readonly sql: string;
  readonly values: readonly LogValue[];
  /** The constants of its text. */
  readonly literals: readonly string[];
}

/** The record of an execution, and how many executions were met before. */
export interface Seen {
  readonly record: LogRecord;
  readonly ordinal: number;
}

export function createGroup({ sql, values }: Met, { record: { line, name, caller }, ordinal }: Seen): Group {
  const first: Execution = { sql, params: values, isDetached: false };
  detach(first);
  return { first, ordinal, line, name, caller, calls: 0, plan: null, scans: 0, extremes: null, highest: highestParameter(first.sql) };
}

/** Notes the values of an execution; whether one of them is an extreme. */
export function noteExecution({ extremes, highest }: Group, { sql, values, literals }: Met): boolean {
  if (extremes === null) return false;
  let execution: Execution | null = null;
  for (let position = 0; position < values.length; position += 1) {
    const value = values[position] as LogValue;
    const end = value.known && value.text !== null ? moveEnd(extremes, position, value.text) : null;
    if (end !== null) end.execution = execution ??= { sql, params: values, isDetached: false };
  }
  for (let index = 0; index < literals.length; index += 1) {
    const end = moveEnd(extremes, highest + index, toText(literals[index] as string));
    if (end !== null) end.execution = execution ??= { sql, params: values, isDetached: false };
  }
  return execution !== null;
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
export function mergeGroups(groups: readonly Group[]): Group {
  const [merged, ...others] = groups as [Group, ...Group[]];
  merged.extremes = startExtremes(merged);
  for (const { first, calls, plan } of others) {
    merged.calls += calls;
    if (plan !== null) notePlan(merged, plan);
    noteExecution(merged, { sql: first.sql, values: first.params, literals: toSkeleton(first.sql).literals });
  }
  return merged;
}

function startExtremes({ first, highest }: Group): Extremes {
  const extremes: Extremes = { low: [], high: [] };
  for (const [position, value] of first.params.entries())
    if (value.known && value.text !== null) beginExtremes(extremes, position, value.text, first);
  for (const [index, literal] of toSkeleton(first.sql).literals.entries()) beginExtremes(extremes, highest + index, toText(literal), first);
  return extremes;
}

function toText(literal: string): string {
  return literal.startsWith("'") ? literal.slice(1, -1) : literal;
}
