import type { RangeEnd } from '../../catalog/catalog.ts';
import { type Axis, axisOf } from '../../sample/axis.ts';
import { mirrored } from '../../sql/mirrored.ts';
import { as, type Node } from '../../sql/parse.ts';
import type { Situation } from './cause.ts';
import { bareComparison } from './key-path.ts';

/** One end that the plan demands of a key, with its value as PostgreSQL prints it. */
export interface End {
  readonly operator: '<' | '<=' | '>' | '>=';
  readonly text: string;
  readonly step: bigint;
}

/** The ends that the first scan's own condition demands of a key whose values lie on a line. */
export function readEnds({ part, level, reader }: Situation): readonly End[] {
  const [scan] = level.scans;
  const axis = axisOf(part.type);
  return scan === undefined || axis === null ? [] : reader.conjunctsOf(scan).flatMap((conjunct) => toEnd(conjunct, part.name, axis));
}

function toEnd(conjunct: Node, column: string, axis: Axis): readonly End[] {
  const comparison = bareComparison({ conjunct, qualifier: null }, column);
  if (comparison?.operator.kind !== 'AEXPR_OP' || !isEnd(comparison.name)) return [];
  const text = constantOf(comparison.value);
  const step = text === null ? null : axis.toStep(text);
  return text === null || step === null ? [] : [{ operator: comparison.name, text, step }];
}

function isEnd(operator: string): operator is End['operator'] {
  return operator in mirrored;
}

function constantOf(node: Node): string | null {
  const constant = as(as(node, 'TypeCast')?.arg, 'A_Const') ?? as(node, 'A_Const');
  if (constant === undefined) return null;
  return constant.sval?.sval ?? (constant.ival === undefined ? (constant.fval?.fval ?? null) : String(constant.ival.ival ?? 0));
}

/** The borders inside of what is read: where one child that is read ends and another begins. */
export function readBorders({ part, level }: Situation): readonly bigint[] {
  const axis = axisOf(part.type);
  const steps = (which: 'from' | 'to'): readonly bigint[] =>
    level.children.flatMap(({ bound }) => (bound?.kind === 'range' ? toSteps(bound[which][level.index], axis) : []));
  const ends = new Set(steps('to'));
  return [...new Set(steps('from'))].filter((step) => ends.has(step));
}

function toSteps(end: RangeEnd | undefined, axis: Axis | null): readonly bigint[] {
  const step = end?.kind === 'value' ? (axis?.toStep(end.text) ?? null) : null;
  return step === null ? [] : [step];
}
