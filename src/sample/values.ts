import type { Bound, KeyPart, Partition } from '../catalog/catalog.ts';
import { axisOf, canCarry, isText } from './axis.ts';
import type { Comparison } from './comparisons.ts';
import { endOf } from './ends.ts';
import type { ParameterType } from './parameter-types.ts';
import { type KeyRole, keyParts } from './roles.ts';

/** The leaf that a root's sample values are drawn from. */
export type Targets = ReadonlyMap<Partition, Partition>;

/** What is known of a statement's parameters before they get values. */
export interface Uses {
  readonly types: readonly ParameterType[];
  readonly keys: ReadonlyMap<number, KeyRole>;
  readonly fixed: ReadonlyMap<number, string>;
  /** What text parameters are cast on to. */
  readonly casts: ReadonlyMap<number, string>;
}

/** A value for each parameter: inside the target leaf where it is compared with a key, else any valid one of its type. */
export function sampleValues(uses: Uses, targets: Targets): readonly (string | null)[] {
  return uses.types.map((type, index) => {
    const parameter = index + 1;
    const cast = isText(type.name) ? uses.casts.get(parameter) : undefined;
    const name = cast?.endsWith('[]') === true ? cast : type.name;
    const isWhole = uses.keys.get(parameter)?.part.type === name;
    const element = name.endsWith('[]') && !isWhole ? name.slice(0, -2) : null;
    const value = uses.fixed.get(parameter) ?? sampleValue({ ...type, name: element ?? name }, parameter, { uses, targets, cast });
    return element === null || value === null ? value : `{"${value.replace(/["\\]/g, '\\$&')}"}`;
  });
}

interface Surroundings {
  readonly uses: Uses;
  readonly targets: Targets;
  readonly cast: string | undefined;
}

function sampleValue(type: ParameterType, parameter: number, { uses, targets, cast }: Surroundings): string | null {
  const role = uses.keys.get(parameter);
  const leaf = role === undefined ? undefined : targets.get(role.root);
  if (role !== undefined && leaf !== undefined && (role.part.type === '' || canCarry(type.name, role.part))) {
    const value = insideLeaf(leaf, role, type);
    if (value !== null) return value;
  }
  const meant = cast === undefined || cast.endsWith('[]') ? type : { ...type, name: cast };
  return rangeInsideLeaf(meant.name, targets) ?? insideAnyLeaf(meant.name, targets, parameter) ?? ofType(meant);
}

/** The bound that a leaf, or a group above it, puts on a key part. */
function boundOf(leaf: Partition, part: KeyPart): { readonly bound: Bound; readonly index: number } | null {
  for (let child = leaf; child.parent !== null; child = child.parent) {
    const index = child.parent.key?.parts.findIndex((other) => other.name === part.name) ?? -1;
    if (index !== -1 && child.bound !== null) return { bound: child.bound, index };
  }
  return null;
}

type Type = Pick<ParameterType, 'name' | 'labels'>;

/** As much of a role as a value depends on. */
interface Aim {
  readonly part: KeyPart;
  readonly comparison: Pick<Comparison, 'direction' | 'isStrict'>;
  readonly ordinal: number;
}

function insideLeaf(leaf: Partition, role: Aim, type: Type): string | null {
  const found = boundOf(leaf, role.part);
  if (found === null) return null;
  const { bound, index } = found;
  if (bound.kind === 'list') return insideList(bound.values, role, type);
  return bound.kind === 'range' ? insideRange(bound, { role, type, index }) : null;
}

function insideList(values: readonly (string | null)[], role: Aim, type: Type): string | null {
  const known = values.filter((value) => value !== null);
  const value = known[role.ordinal % Math.max(known.length, 1)];
  const { direction, isStrict } = role.comparison;
  const axis = axisOf(role.part.type || type.name);
  if (value === undefined) return null;
  if (axis === null) return isStrict ? (endOf(type, direction === 'lower' ? 'lowest' : 'highest', value) ?? value) : value;
  const step = axis.toStep(value);
  if (step === null) return value;
  const beside = isStrict ? (direction === 'lower' ? -1n : 1n) : 0n;
  return axis.toText(step + beside, type.name);
}

/** Lower ends at a quarter of the range, upper ends at three quarters, equalities one beside the other near the middle. */
const percent = { lower: 25n, upper: 75n, equal: 45n };

function insideRange(
  bound: Extract<Bound, { kind: 'range' }>,
  { role, type: { name: type, labels }, index }: { readonly role: Aim; readonly type: Type; readonly index: number },
): string | null {
  const axis = axisOf(role.part.type || type);
  const [from, to] = [bound.from[index], bound.to[index]];
  const text = from?.kind === 'value' ? from.text : null;
  const { direction, isStrict } = role.comparison;
  if (axis === null) {
    const above = to?.kind === 'value' ? to.text : endOf({ name: type, labels }, 'highest', text);
    if (direction === 'upper' && isStrict && above !== null) return above;
    if (text === null) return endOf({ name: type, labels }, 'lowest', null);
    return direction === 'upper' && isText(role.part.type) ? `${text}~` : text;
  }
  const low = text === null ? null : axis.toStep(text);
  const high = to?.kind === 'value' ? axis.toStep(to.text) : null;
  const unit = axis.unitOf(isText(type) ? role.part.type : type);
  if (bound.from.length > 1) return low === null ? null : axis.toText(isStrict ? low + (direction === 'upper' ? unit : -unit) : low, type);
  const start = low ?? (high === null ? 0n : high - axis.stride);
  const end = high ?? start + axis.stride;
  const share = direction === 'equal' ? percent.equal + BigInt(role.ordinal % 9) : percent[direction];
  const value = start + ((end - start) * share) / 100n;
  // In a leaf of a single day or number, `<` has to name the next one, `>` the one before.
  const next = value - (value % unit) + unit;
  if (direction === 'upper' && isStrict && next <= end) return axis.toText(next, type);
  return axis.toText(direction === 'lower' && isStrict && end - start <= unit ? start - unit : value, type);
}

/** A time that no key is compared with by name still has to lie where rows are: `day = $1` on a view's column. Those with a higher ordinal are later. */
function insideAnyLeaf(type: string, targets: Targets, ordinal: number): string | null {
  if (axisOf(type) === null || axisOf(type) !== axisOf('date')) return null;
  for (const [root, leaf] of targets) {
    const part = keyParts(root).find((candidate) => axisOf(candidate.type) === axisOf(type));
    if (part === undefined) continue;
    const value = insideLeaf(leaf, { part, comparison: { direction: 'equal', isStrict: false }, ordinal }, { name: type, labels: null });
    if (value !== null) return value;
  }
  return null;
}

const elements: ReadonlyMap<string, string> = new Map(
  Object.entries({
    daterange: 'date',
    tsrange: 'timestamp without time zone',
    tstzrange: 'timestamp with time zone',
  }),
);

/** A range of times, `key <@ $1`, within one leaf. */
function rangeInsideLeaf(type: string, targets: Targets): string | null {
  const element = elements.get(type);
  if (element === undefined) return null;
  const [from, to] = [insideAnyLeaf(element, targets, 0), insideAnyLeaf(element, targets, 8)];
  return from === null || to === null || from >= to ? null : `[${from},${to})`;
}

const samples: ReadonlyMap<string, string> = new Map(
  Object.entries({
    boolean: 'true',
    uuid: '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00',
    bytea: '\\x01',
    json: '{}',
    jsonb: '{}',
    interval: '1 hour',
    date: '2025-06-15',
    'timestamp without time zone': '2025-06-15 12:00:00',
    'timestamp with time zone': '2025-06-15 12:00:00+00',
    'time without time zone': '12:00:00',
    'time with time zone': '12:00:00+00',
    inet: '127.0.0.1',
    cidr: '127.0.0.0/8',
    xml: '<a/>',
    tsquery: 'a',
    tsvector: 'a',
    tstzrange: '[2025-06-15 12:00:00+00,2025-06-15 13:00:00+00)',
    tsrange: '[2025-06-15 12:00:00,2025-06-15 13:00:00)',
    daterange: '[2025-06-15,2025-06-16)',
    int4range: '[1,2)',
    int8range: '[1,2)',
    numrange: '[1,2)',
    jsonpath: '$',
    oid: '1',
    regclass: 'pg_class',
    regtype: 'integer',
    regconfig: 'simple',
    money: '1',
    bit: '1',
    'bit varying': '1',
    macaddr: '08:00:2b:01:02:03',
    point: '(0,0)',
    tid: '(0,1)',
    xid: '1',
    pg_lsn: '0/0',
  }),
);

/** Some value of a type; `null` for types that nothing is known of. */
function ofType({ name, labels }: ParameterType): string | null {
  if (labels !== null) return labels[0] ?? null;
  if (isText(name) || name === 'name' || name === '"char"') return 'q';
  if (name.endsWith('[]')) return '{}';
  return samples.get(name) ?? (axisOf(name) === null ? null : '1');
}
