import type { KeyPart, RangeEnd } from '../catalog/catalog.ts';
import { type KeyPeriod, type KeySpan, later, type Period, parsePeriod, times } from '../period.ts';
import { axisOf } from '../sample/axis.ts';
import { normalise } from '../sql/normalise.ts';
import { as, type Fields, lastName, type Node } from '../sql/parse.ts';
import { bareComparison } from './causes/key-path.ts';
import { type LevelRead, readLevel } from './level-read.ts';
import { isSameReference, type PlannedKey, type PlannedReference, renamedColumns } from './read-references.ts';
import type { ScanReader } from './scan-reader.ts';

/** What the period of a key can be read off. */
export interface PeriodSources {
  readonly reader: ScanReader;
  /** The generic plan's references, which show what the text fixes whatever the values are; `null` where there is none. */
  readonly generic: readonly PlannedReference[] | null;
  /** The values in the plan were drawn by planlint, so that they say nothing. */
  readonly isSampled: boolean;
}

export function periodReader(sources: PeriodSources): (key: PlannedKey, planned: PlannedReference) => KeyPeriod | null {
  return (key, planned) => readPeriod(key, planned, sources);
}

/** How long the range of a key is, where it reads several partitions of its level; `null` where that is not known. */
function readPeriod({ part, binding }: PlannedKey, planned: PlannedReference, sources: PeriodSources): KeyPeriod | null {
  const level = binding === 'range' ? readLevel(part.name, planned) : undefined;
  if (level === undefined || !level.isSpread || level.index !== 0 || !isTime(part)) return null;
  const inner = readInner(level);
  const span = inner === null ? null : readSpan(part, planned, sources);
  return inner === null || span === null ? null : { span, inner };
}

function isTime({ type, isExpression }: KeyPart): boolean {
  return !isExpression && /^(?:date$|timestamp )/.test(type);
}

/** From where the first partition that is read ends to where the last begins: what is certain to be asked for, if all are. */
function readInner({ children }: LevelRead): KeyPeriod['inner'] | null {
  const bounds = children.map(({ bound }) => (bound?.kind === 'range' ? bound : null));
  if (bounds.includes(null)) return null;
  const [ends, starts] = [bounds.map((bound) => bound?.to[0]), bounds.map((bound) => bound?.from[0])].map((all) => all.flatMap(toMoment));
  return { from: Math.min(...(ends ?? [])), to: Math.max(...(starts ?? [])) };
}

function toMoment(end: RangeEnd | undefined): readonly number[] {
  const moment = end?.kind === 'value' ? momentOf(end.text) : null;
  return moment === null ? [] : [moment];
}

/** The session's clock at a moment as PostgreSQL prints it. */
function momentOf(text: string): number | null {
  const step = axisOf('timestamp without time zone')?.toStep(text.replace(/(:\d\d(?:\.\d+)?)[+-]\d\d(?::\d\d)*$/, '$1')) ?? null;
  return step === null ? null : Number(step) / 1000;
}

/** What the text fixes holds for all values; else what the values say, where they are real. */
function readSpan(part: KeyPart, planned: PlannedReference, { reader, generic, isSampled }: PeriodSources): KeySpan | null {
  const same = generic?.find((other) => isSameReference(planned, other));
  const fixed = same === undefined ? null : spanOf(part, same, reader);
  return fixed ?? (isSampled ? null : spanOf(part, planned, reader));
}

/** The longest of what the scans of a reference ask for. */
function spanOf(part: KeyPart, { attribution }: PlannedReference, reader: ScanReader): KeySpan | null {
  const column = renamedColumns(attribution.candidate).get(part.name) ?? part.name;
  const spans = new Map<string, KeySpan | null>();
  for (const scan of attribution.instances.flat()) {
    const signature = reader.signatureOf(scan);
    if (!spans.has(signature)) spans.set(signature, toSpan(reader.conjunctsOf(scan), column));
  }
  const [first = null, ...others] = spans.values();
  return others.length === 0 ? first : null;
}

/** The first pair of a lower and an upper end that are so long apart. */
function toSpan(conjuncts: readonly Node[], column: string): KeySpan | null {
  const ends = conjuncts.flatMap((conjunct) => toEnd(conjunct, column));
  for (const from of ends.filter(({ isLower }) => isLower)) {
    for (const to of ends.filter(({ isLower }) => !isLower)) {
      if (typeof from.base === 'number' && typeof to.base === 'number') return { kind: 'moments', from: from.base, to: to.base };
      if (from.base === to.base) return { kind: 'offsets', from: from.after, to: to.after };
    }
  }
  return null;
}

/** One end of a range: a moment on the session's clock, or a value that is not known, and what is added to it. */
interface End {
  readonly isLower: boolean;
  readonly base: number | string;
  readonly after: readonly Period[];
}

function toEnd(conjunct: Node, column: string): readonly End[] {
  const comparison = bareComparison({ conjunct, qualifier: null }, column);
  if (comparison?.operator.kind !== 'AEXPR_OP' || comparison.value === undefined || !/^[<>]=?$/.test(comparison.name)) return [];
  return [{ isLower: comparison.name.startsWith('>'), ...toBase(comparison.value) }];
}

function toBase(node: Node): Omit<End, 'isLower'> {
  const text = textOf(node);
  const moment = text === null ? null : momentOf(text);
  if (moment !== null) return { base: moment, after: [] };
  const sum = as(node, 'A_Expr');
  const added = sum === undefined ? null : addedBy(sum);
  if (sum?.lexpr !== undefined && added !== null) {
    const { base, after } = toBase(sum.lexpr);
    return typeof base === 'number' ? { base: later(base, added), after } : { base, after: [...after, added] };
  }
  const cast = as(node, 'TypeCast');
  // A date that becomes a timestamp is the same moment on the session's clock.
  if (cast?.arg !== undefined && /^timestamp(?:tz)?$/.test(lastName(cast.typeName?.names))) return toBase(cast.arg);
  return { base: normalise(node), after: [] };
}

/** What `… + interval` or `… - interval` adds. */
function addedBy({ name, rexpr }: Fields<'A_Expr'>): Period | null {
  const operator = lastName(name);
  const cast = as(rexpr, 'TypeCast');
  if ((operator !== '+' && operator !== '-') || lastName(cast?.typeName?.names) !== 'interval') return null;
  const text = textOf(cast?.arg);
  const period = text === null ? null : parsePeriod(text);
  return period === null ? null : times(period, operator === '-' ? -1 : 1);
}

function textOf(node: Node | undefined): string | null {
  const constant = as(as(node, 'TypeCast')?.arg, 'A_Const') ?? as(node, 'A_Const');
  return constant?.sval?.sval ?? null;
}
