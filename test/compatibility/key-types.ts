import { everyTrial, tryOut } from './judged.ts';
import type { Row } from './section.ts';

const files = ['fixtures/shapes/keys.sql'];
const day = "day = '2025-06-01'";

/** A type by the name of its tables, and a value of it: one that is listed, or lies in the lowest range but one. */
type KeyType = readonly [table: string, type: string, value: string];

const listed: readonly KeyType[] = [
  ['smallint', '`smallint`', '-1'],
  ['integer', '`integer`, with NULL', '-5'],
  ['bigint', '`bigint`', '-9007199254740993'],
  ['numeric', '`numeric(8, 2)`', '-1.50'],
  ['double', '`double precision`', '20000000000'],
  ['boolean', '`boolean`', 'true'],
  ['text', '`text`', 'c (d), "e"'],
  ['varchar', '`varchar(20)`', 'a'],
  ['char', '`char(3)`', 'a'],
  ['name', '`name`', 'a'],
  ['citext', '`citext`', 'a'],
  ['collated', '`text COLLATE "C"`', 'a'],
  ['loose', '`text` of a collation without case', 'A'],
  ['mood', 'an enum', "it's ok"],
  ['date', '`date`, infinity too', '2025-01-01'],
  ['timestamp', '`timestamp`', '2025-01-01 10:00'],
  ['timestamptz', '`timestamptz`', '2025-01-01 08:00+00'],
  ['interval', '`interval`', '24:00:00'],
  ['uuid', '`uuid`', '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'],
  ['bytea', '`bytea`', '\\x00ff'],
  ['inet', '`inet`', '10.0.0.1'],
  ['cidr', '`cidr`', '10.0.0.0/8'],
  ['account', 'a domain over `integer`', '-5'],
  ['tenant', 'a domain over `varchar`', 'a'],
  ['array', '`integer[]`', '{3,NULL}'],
];

/** The second value lies above the first, in the same range. */
const ranged: readonly (readonly [...KeyType, upper: string])[] = [
  ['smallint', '`smallint`', '-9', '-3'],
  ['integer', '`integer`, from MINVALUE to MAXVALUE', '-4', '-2'],
  ['bigint', '`bigint`', '9007199254740993', '9007199254740994'],
  ['numeric', '`numeric`', '-1.25', '-0.5'],
  ['double', '`double precision`', '-1.25', '-0.5'],
  ['text', '`text`, from MINVALUE to MAXVALUE', 'b', 'c'],
  ['varchar', '`varchar(20)`', 'b', 'c'],
  ['citext', '`citext`, from MINVALUE to MAXVALUE', 'b', 'C'],
  ['collated', '`text COLLATE "C"`', 'B', 'Z'],
  ['mood', 'an enum', 'sad', 'sad'],
  ['date', '`date`, from -infinity to infinity', '2024-01-01', '2024-06-01'],
  ['timestamp', '`timestamp`', '2024-02-01 12:00', '2024-03-01'],
  ['timestamptz', '`timestamptz`, from 44 BC', '2024-02-01 12:00+02', '2024-03-01'],
  ['interval', '`interval`', '1 hour', '2 hours'],
  ['uuid', '`uuid`', '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00', '7f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'],
  ['bytea', '`bytea`', '\\x01', '\\x02'],
  ['inet', '`inet`', '10.0.0.1', '10.0.0.2'],
  ['account', 'a domain over `integer`', '-9', '-3'],
  ['array', '`integer[]`', '{2}', '{3}'],
];

const hashed: readonly KeyType[] = [
  ['integer', '`integer`', '7'],
  ['bigint', '`bigint`', '7'],
  ['uuid', '`uuid`', '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00'],
  ['text', '`text`', 'a'],
  ['varchar', '`varchar`', 'a'],
  ['citext', '`citext`', 'a'],
  ['mood', 'an enum', 'sad'],
  ['date', '`date`', '2025-01-01'],
  ['timestamptz', '`timestamptz`', '2025-01-01'],
  ['boolean', '`boolean`', 'true'],
  ['bytea', '`bytea`', '\\x01'],
  ['inet', '`inet`', '10.0.0.1'],
  ['account', 'a domain', '7'],
  ['array', '`integer[]`', '{1}'],
];

/** Each type under the three ways to partition, with what is asked of it: values written, captured and sampled, the key left out, and the key wrapped. */
export const keyTypes: readonly Row[] = [
  ...listed.map(([table, type, value]) => ({
    what: `LIST of ${type}`,
    happens: everyTrial,
    check: () => {
      const from = `SELECT v FROM listed_${table} WHERE`;
      return tryOut({
        files,
        good: {
          written: [`${from} k = ${quote(value)} AND ${day}`],
          captured: [[`${from} k = $1 AND day = $2`, value, '2025-06-01']],
          sampled: [`${from} k = $1 AND day = $2`],
        },
        bad: {
          'require-partition-keys': [`${from} ${day}`, `${from} k = $1`, `${from} k = ${quote(value)}`],
          'no-wrapped-partition-key': [`${from} k::text || '' = 'a' AND ${day}`, `${from} k::text || '' = $1 AND day = $2`],
        },
      });
    },
  })),
  ...ranged.map(([table, type, low, high]) => ({
    what: `RANGE of ${type}`,
    happens: everyTrial,
    check: () => {
      const from = `SELECT v FROM ranged_${table} WHERE`;
      return tryOut({
        files,
        good: {
          written: [`${from} g = 1 AND k = ${quote(low)}`, `${from} g = 1 AND k BETWEEN ${quote(low)} AND ${quote(high)}`],
          captured: [
            [`${from} g = $1 AND k = $2`, '2', low],
            [`${from} g = $1 AND k >= $2 AND k <= $3`, '2', low, high],
          ],
          sampled: [`${from} g = $1 AND k = $2`, `${from} g = $1 AND k >= $2 AND k < $3`, `${from} g = $1 AND k BETWEEN $2 AND $3`],
        },
        bad: {
          'require-partition-keys': [`${from} g = 1`, `${from} g = $1`],
          'no-leaf-fanout': [`${from} g = $1 AND k >= $2`, `${from} g = $1 AND k <= $2`],
          'no-wrapped-partition-key': [`${from} g = 1 AND k::text || '' = 'a'`, `${from} g = $1 AND k::text || '' = $2`],
        },
      });
    },
  })),
  ...hashed.map(([table, type, value]) => ({
    what: `HASH of ${type}`,
    happens: everyTrial,
    check: () => {
      const from = `SELECT v FROM hashed_${table} WHERE`;
      return tryOut({
        files,
        good: { written: [`${from} k = ${quote(value)}`], captured: [[`${from} k = $1`, value]], sampled: [`${from} k = $1`] },
        bad: {
          'require-partition-keys': [`${from} v = 1`, `${from} v = $1`],
          'no-wrapped-partition-key': [`${from} k > ${quote(value)}`, `${from} k::text || '' = $1`],
        },
      });
    },
  })),
];

function quote(value: string): string {
  return `'${value.replaceAll("'", "''")}'`;
}
