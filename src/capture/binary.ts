import { isUtf8 } from 'node:buffer';
import { type Fields, toFields } from './fields.ts';
import { toDate, toTime, toTimestamp, toZone } from './moments.ts';
import { isArrayType, nameOfType } from './types.ts';

type Decode = (bytes: Buffer) => string | undefined;

/** `undefined` for a text in another encoding. */
export function decodeText(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString('utf8') : undefined;
}

/** Bytes of the types that always have so many; the server refuses all others. */
const widths: Readonly<Record<string, number>> = {
  bool: 1,
  '"char"': 1,
  int2: 2,
  int4: 4,
  int8: 8,
  oid: 4,
  float4: 4,
  float8: 8,
  uuid: 16,
  date: 4,
  time: 8,
  timetz: 12,
  timestamp: 8,
  timestamptz: 8,
  interval: 16,
};

const lowest = { int4: -0x8000_0000, int8: -0x8000_0000_0000_0000n } as const;
const highest = { int4: 0x7fff_ffff, int8: 0x7fff_ffff_ffff_ffffn } as const;

const decoders: Readonly<Record<string, Decode>> = {
  text: decodeText,
  varchar: decodeText,
  bpchar: decodeText,
  name: decodeText,
  '"char"': toChar,
  json: decodeText,
  xml: decodeText,
  // Behind the number of its version.
  jsonb: (bytes) => (bytes[0] === 1 ? decodeText(bytes.subarray(1)) : undefined),
  bool: (bytes) => String(bytes.readUInt8() !== 0),
  int2: (bytes) => String(bytes.readInt16BE()),
  int4: (bytes) => String(bytes.readInt32BE()),
  int8: (bytes) => String(bytes.readBigInt64BE()),
  oid: (bytes) => String(bytes.readUInt32BE()),
  float4: (bytes) => toFloat4(bytes.readFloatBE()),
  float8: (bytes) => toFloat8(bytes.readDoubleBE()),
  numeric: toNumeric,
  bytea: (bytes) => `\\x${bytes.toString('hex')}`,
  uuid: (bytes) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  date(bytes) {
    const days = bytes.readInt32BE();
    return days === lowest.int4 ? '-infinity' : days === highest.int4 ? 'infinity' : toDate(days);
  },
  time: (bytes) => toTime(bytes.readBigInt64BE()),
  timetz: (bytes) => toTime(bytes.readBigInt64BE()) + toZone(bytes.readInt32BE(8)),
  timestamp: (bytes) => toMoment(bytes.readBigInt64BE(), ''),
  timestamptz: (bytes) => toMoment(bytes.readBigInt64BE(), '+00'),
  interval: toInterval,
};

/** PostgreSQL's text form of a value in its binary form; `undefined` where it is not known how that reads. */
export function decodeBinary(type: number, bytes: Buffer): string | undefined {
  try {
    if (isArrayType(type)) return toArray(toFields(bytes));
    const name = nameOfType(type) ?? '';
    return bytes.length === (widths[name] ?? bytes.length) ? decoders[name]?.(bytes) : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function toFloat8(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** What is no character of ASCII is written as its number. */
function toChar(bytes: Buffer): string {
  const byte = bytes.readUInt8();
  if (byte === 0) return '';
  return byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`;
}

function toFloat4(value: number): string {
  if (value === 0) return toFloat8(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const text = value.toPrecision(digits);
    if (Math.fround(Number(text)) === value) return String(Number(text));
  }
  return String(value);
}

function toMoment(microseconds: bigint, zone: string): string {
  if (microseconds === lowest.int8) return '-infinity';
  return microseconds === highest.int8 ? 'infinity' : toTimestamp(microseconds, zone);
}

function toInterval(bytes: Buffer): string {
  const [microseconds, days, months] = [bytes.readBigInt64BE(), bytes.readInt32BE(8), bytes.readInt32BE(12)];
  if (microseconds === highest.int8 && days === highest.int4 && months === highest.int4) return 'infinity';
  if (microseconds === lowest.int8 && days === lowest.int4 && months === lowest.int4) return '-infinity';
  return `${months} mons ${days} days ${microseconds} microseconds`;
}

const signs: Readonly<Record<number, string>> = { 49152: 'NaN', 53248: 'Infinity', 61440: '-Infinity' };

/** Digits of 10,000, the first of them `weight` digits in front of the point. */
function toNumeric(bytes: Buffer): string {
  const fields = toFields(bytes);
  const count = fields.int16();
  const weight = (fields.int16() << 16) >> 16;
  const sign = fields.int16();
  const scale = fields.int16();
  const special = signs[sign];
  if (special !== undefined) return special;
  const digits = Array.from({ length: count }, () => fields.int16());
  const groups = (from: number, to: number): string =>
    Array.from({ length: Math.max(0, to - from) }, (_, index) => String(digits[from + index] ?? 0).padStart(4, '0')).join('');
  const whole = groups(0, weight + 1).replace(/^0+/, '') || '0';
  const fraction = groups(weight + 1, weight + 1 + Math.ceil(scale / 4)).slice(0, scale);
  return `${sign === 0x4000 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

function toArray(fields: Fields): string | undefined {
  const dimensions = fields.int32();
  fields.int32();
  const element = fields.int32() >>> 0;
  const bounds = Array.from({ length: dimensions }, () => {
    const length = fields.int32();
    const first = fields.int32();
    // Every element has its bytes, so that no more is made of an array than it holds.
    if (length < 1) throw new RangeError('a dimension of an array is empty');
    return { length, first };
  });
  if (dimensions === 0) return '{}';
  let isKnown = true;
  const read = (level: number): string => {
    const dimension = bounds[level];
    if (dimension !== undefined) return `{${Array.from({ length: dimension.length }, () => read(level + 1)).join(',')}}`;
    const size = fields.int32();
    if (size === -1) return 'NULL';
    const text = decodeBinary(element, fields.bytes(size));
    if (text === undefined) isKnown = false;
    return `"${(text ?? '').replace(/["\\]/g, '\\$&')}"`;
  };
  const isUsual = bounds.every(({ first }) => first === 1);
  const prefix = isUsual ? '' : `${bounds.map(({ length, first }) => `[${first}:${first + length - 1}]`).join('')}=`;
  const text = `${prefix}${read(0)}`;
  return isKnown ? text : undefined;
}
