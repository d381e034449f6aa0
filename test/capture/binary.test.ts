import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeBinary } from '../../src/capture/binary.ts';
import type { Database } from '../../src/database/database.ts';
import { openFiles } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles([]);
});
afterAll(() => database.close());

/** A type, the function that sends it, and values of it. */
const cases: readonly (readonly [type: string, send: string, values: readonly string[]])[] = [
  ['bool', 'bool', ['true', 'false']],
  ['int2', 'int2', ['0', '-32768', '32767']],
  ['int4', 'int4', ['0', '-2147483648', '2147483647']],
  ['int8', 'int8', ['0', '-9223372036854775808', '9223372036854775807']],
  ['oid', 'oid', ['0', '4294967295']],
  ['float4', 'float4', ['0', '-0', '0.1', '-1.5e-30', '3.4028235e38', '1e-45', 'NaN', 'Infinity', '-Infinity', '16777216']],
  ['float8', 'float8', ['0', '-0', '0.1', '-1.5e-300', '1.7976931348623157e308', 'NaN', 'Infinity', '-Infinity', '5e-324']],
  [
    'numeric',
    'numeric_',
    ['0', '0.00', '1', '-1', '10000', '0.0001', '0.00001', '-123456789.987654321', '1e30', '1e-30', '12345678901234567890.5', '100.10', 'NaN'],
  ],
  ['numeric', 'numeric_', ['Infinity', '-Infinity', '9999.9999', '0.5000']],
  ['text', 'text', ['', 'plain', 'ünïcode 🐘', `it's "quoted" \\ {}`]],
  ['varchar', 'varchar', ['abc']],
  ['bpchar', 'bpchar', ['abc']],
  ['name', 'name', ['abc']],
  ['"char"', 'char', ['a', '', '\\377', '\\200']],
  ['json', 'json_', ['{"a": [1, null]}']],
  ['jsonb', 'jsonb_', ['{"a": [1, null]}', '"x"']],
  ['bytea', 'bytea', ['\\x', '\\x00ff5c']],
  ['uuid', 'uuid_', ['a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '00000000-0000-0000-0000-000000000000']],
  [
    'date',
    'date_',
    [
      '2000-01-01',
      '1999-12-31',
      '2024-02-29',
      '1900-03-01',
      '2000-02-29',
      '0001-01-01',
      '0001-12-31 BC',
      '4713-11-24 BC',
      '0044-03-15 BC',
      '5874897-12-31',
      'infinity',
      '-infinity',
    ],
  ],
  ['time', 'time_', ['00:00:00', '23:59:59.999999', '24:00:00', '01:02:03.04']],
  ['timetz', 'timetz_', ['01:02:03+00', '23:59:59.5-08', '12:00:00+05:30', '12:00:00+15:59:59']],
  [
    'timestamp',
    'timestamp_',
    [
      '2000-01-01 00:00:00',
      '1999-12-31 23:59:59.999999',
      '2026-12-01 13:05:06.7',
      '0044-03-15 12:00:00 BC',
      '294276-12-31 23:59:59.999999',
      'infinity',
    ],
  ],
  ['timestamptz', 'timestamptz_', ['2000-01-01 00:00:00+00', '2026-07-01 00:00:00+02', '0044-03-15 12:00:00.5+00 BC', 'infinity', '-infinity']],
  ['interval', 'interval_', ['0', '1 year 2 mons -3 days 04:05:06.789', '-10:00:00', '178000000 years', 'infinity', '-infinity']],
  ['int4[]', 'array_', ['{}', '{1,2,NULL}', '{{1,2},{3,4}}', '[0:1]={1,2}', '[-2:-2]={7}', '[1:2][5:6]={{1,2},{3,4}}']],
  ['text[]', 'array_', ['{}', '{a,"b c","",NULL,"NULL","q\\"\\\\"}']],
  ['timestamptz[]', 'array_', ['{"2026-07-01 00:00:00+02"}']],
  ['numeric[]', 'array_', ['{1.50,-2}']],
  ['uuid[]', 'array_', ['{a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11}']],
];

describe.each(cases)('%s', (type, send, values) => {
  test.each(values)('%s', async (value) => {
    const binary = await sent(type, send, value);
    const decoded = decodeBinary(binary.oid, binary.bytes);
    expect(decoded).toBeDefined();
    // Read again, it is the same, to the last digit and to the sign of zero.
    expect(await sent(type, send, decoded ?? '')).toEqual(binary);
  });
});

async function sent(type: string, send: string, value: string): Promise<{ readonly oid: number; readonly bytes: Buffer }> {
  const [row] = await database.query(`SELECT '${type}'::regtype::oid AS oid, encode(${send}send($1::${type}), 'hex') AS hex`, [value]);
  return { oid: Number(row?.['oid']), bytes: Buffer.from(String(row?.['hex']), 'hex') };
}

describe('what it is not known how to read', () => {
  test.each([
    ['a type of the schema', 99_999, '00'],
    ['a type that is not told', 0, '00'],
    ['a range', 3904, '02'],
    ['an array of a type of the schema', 1009, '00000001000000000001869f00000001000000010000000141'],
    ['too few bytes', 23, '0000'],
    ['too many bytes', 23, '0000000000000007'],
    ['a uuid that is too short', 2950, 'a0eebc99'],
    ['a text in another encoding', 25, '4dfc6c6c6572'],
    ['a jsonb of a later version', 3802, '0231'],
    ['an array that ends too early', 1007, '000000010000'],
    ['an array of nothing, a billion times', 1007, '0000000200000000000000173fffffff000000010000000000000001'],
    ['an array of more elements than bytes', 1007, '0000000100000000000000177fffffff00000001'],
  ])('%s', (_, type, hex) => expect(decodeBinary(type, Buffer.from(hex, 'hex'))).toBeUndefined());
});
