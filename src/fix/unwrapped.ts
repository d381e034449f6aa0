import { extentOf } from '../sql/extent.ts';
import type { Node } from '../sql/parse.ts';
import { armsOf, conditionsOf } from './conditions.ts';
import type { Fault, FixKind, Propose, Setting } from './proposal.ts';
import { unwrapDays } from './unwrap-days.ts';
import { unwrapLogic } from './unwrap-logic.ts';
import { unwrapNumbers } from './unwrap-numbers.ts';
import { unwrapRows } from './unwrap-rows.ts';

/** What one condition on a wrapped key becomes. */
export interface Rewrite {
  /** What stands in place of the condition. */
  readonly text?: string;
  /** What is added beside it because it follows from it. */
  readonly beside?: string;
  readonly assumes?: string;
  readonly kind?: FixKind;
  /** Other conditions that become part of this one. */
  readonly absorbs?: readonly Node[];
}

/** Rewrites one condition that hides a key; `null` where it is of another kind. */
export type Unwrap = (condition: Node, fault: Fault, setting: Setting) => Rewrite | null;

const unwraps: readonly Unwrap[] = [unwrapDays, unwrapNumbers, unwrapLogic, unwrapRows];

/** Rewrites conditions that hide a key into ones that compare it with values of its own type. */
export function unwrapAs(kind: FixKind): Propose {
  return (fault, setting) => {
    if (fault.part.isExpression || fault.key.binding === 'range') return null;
    const arms = conditionsOf(fault.relation).flatMap(armsOf);
    const absorbed = new Set<Node>();
    const found = arms.flatMap((condition) => {
      if (absorbed.has(condition)) return [];
      const rewrite = unwraps.map((unwrap) => unwrap(condition, fault, setting)).find((one) => one !== null && (one.kind ?? 'same') === kind);
      for (const other of rewrite?.absorbs ?? []) absorbed.add(other);
      return rewrite === undefined || rewrite === null ? [] : [{ condition, rewrite }];
    });
    if (found.length === 0) return null;
    const { sql } = setting.text;
    const edits = found.flatMap(({ condition, rewrite: { text, beside } }) => {
      const { start, end } = extentOf(condition, sql);
      return text !== undefined ? [{ start, end, text }] : beside !== undefined ? [{ start: end, end, text: ` AND ${beside}` }] : [];
    });
    const assumes = found.flatMap(({ rewrite }) => rewrite.assumes ?? []);
    return { kind, assumes: assumes.length === 0 ? null : [...new Set(assumes)].join(', and if '), edits, conditions: [] };
  };
}
