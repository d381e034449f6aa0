import type { KeyPart } from '../catalog/catalog.ts';

/** A type whose values lie on a line, as whole steps: days, microseconds, integers, millionths, 128-bit numbers. */
export interface Axis {
  /** The value's place on the line, or `null` for infinities and what else has none. */
  toStep(text: string): bigint | null;
  /** The value in PostgreSQL's text format, for a parameter of type `parameterType`. */
  toText(step: bigint, parameterType: string): string;
  /** Steps from one value of a type to the next. */
  unitOf(type: string): bigint;
  /** How far to go inside a range that is open on one side. */
  readonly stride: bigint;
}

const integers: Axis = {
  toStep: (text) => (/^-?\d+$/.test(text) ? BigInt(text) : null),
  toText: (step) => step.toString(),
  unitOf: () => 1n,
  stride: 1000n,
};

const million = 1_000_000n;

const decimals: Axis = {
  toStep(text) {
    const parts = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
    if (parts === null) return null;
    const step = BigInt(parts[2] ?? '0') * million + BigInt((parts[3] ?? '').padEnd(6, '0').slice(0, 6));
    return parts[1] === '-' ? -step : step;
  },
  toText: (step, type) =>
    isInteger(type)
      ? (step / million).toString()
      : `${step < 0n ? '-' : ''}${abs(step) / million}.${(abs(step) % million).toString().padStart(6, '0')}`,
  unitOf: (type) => (isInteger(type) ? million : 1n),
  stride: 1000n * million,
};

const microsecondsADay = 86_400n * million;

const moments: Axis = {
  toStep(text) {
    const parts = /^(\d{4,6})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d)(?:\.(\d+))?)?([+-]\d\d(?::\d\d)?(?::\d\d)?)?$/.exec(text);
    if (parts === null) return null;
    const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', offset = '+00'] = parts;
    const date = new Date(0);
    date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
    date.setUTCHours(Number(hour), Number(minute), Number(second));
    const [hours = 0, minutes = 0, seconds = 0] = offset.slice(1).split(':').map(Number);
    const shift = BigInt(((hours * 60 + minutes) * 60 + seconds) * (offset.startsWith('-') ? -1 : 1)) * million;
    // PostgreSQL's years go on where those of a Date end.
    if (Number.isNaN(date.getTime())) return null;
    return BigInt(date.getTime()) * 1000n + BigInt(fraction.padEnd(6, '0').slice(0, 6)) - shift;
  },
  toText(step, type) {
    const fraction = ((step % million) + million) % million;
    const [day = '', clock = ''] = new Date(Number((step - fraction) / 1000n))
      .toISOString()
      .replace(/^\+0*/, '')
      .split(/T|\.000Z/);
    if (type === 'date') return day;
    const moment = `${day} ${clock}${fraction === 0n ? '' : `.${fraction.toString().padStart(6, '0')}`}`;
    return type === 'timestamp without time zone' ? moment : `${moment}+00`;
  },
  unitOf: (type) => (type === 'date' ? microsecondsADay : 1n),
  stride: 30n * microsecondsADay,
};

const uuids: Axis = {
  toStep: (text) => (/^[0-9a-f-]{36}$/.test(text) ? BigInt(`0x${text.replaceAll('-', '')}`) : null),
  toText: (step) =>
    step
      .toString(16)
      .padStart(32, '0')
      .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  unitOf: () => 1n,
  stride: 1n << 96n,
};

const axes: ReadonlyMap<string, Axis> = new Map(
  Object.entries({
    smallint: integers,
    integer: integers,
    bigint: integers,
    numeric: decimals,
    real: decimals,
    'double precision': decimals,
    date: moments,
    'timestamp without time zone': moments,
    'timestamp with time zone': moments,
    uuid: uuids,
  }),
);

/** The line that a type's values lie on; `null` for text, enums, booleans and the like. */
export function axisOf(type: string): Axis | null {
  return axes.get(type) ?? null;
}

/** Whether a parameter of a type can carry values of a key: numbers go with numbers, times with times, text with all. */
export function canCarry(parameterType: string, { type: keyType, relabelled }: Pick<KeyPart, 'type' | 'relabelled'>): boolean {
  if (parameterType === keyType || parameterType === relabelled || isText(parameterType)) return true;
  const [axis, keyAxis] = [axisOf(parameterType), axisOf(keyType)];
  if (axis === null || keyAxis === null)
    return keyAxis === null && (isText(keyType) || keyType === 'name') && axis === null && parameterType === 'name';
  const numbers = [integers, decimals];
  return axis === keyAxis || (numbers.includes(axis) && numbers.includes(keyAxis));
}

export function isText(type: string): boolean {
  // An extension's type stands behind its schema where that is not on the search path.
  return type === 'text' || type === 'character varying' || type === 'character' || type === 'unknown' || /^(?:.*\.)?citext$/.test(type);
}

function isInteger(type: string): boolean {
  return axisOf(type) === integers;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}
