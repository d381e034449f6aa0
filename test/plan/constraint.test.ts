import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalog, leavesOf, type Partition, qualify } from '../../src/catalog/catalog.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { findLeafScans } from '../../src/plan/attribution.ts';
import type { Constraint } from '../../src/plan/constraint.ts';
import { explain, explainUnpruned } from '../../src/plan/explain.ts';
import { scanReader } from '../../src/plan/scan-reader.ts';
import { loadParser } from '../../src/sql/parse.ts';
import { openWith } from '../open-schema.ts';

const inList = (table: string, ...leaves: readonly string[]): string =>
  leaves.map((values, index) => `CREATE TABLE ${table}_${index} PARTITION OF ${table} FOR VALUES IN (${values});`).join('\n');

const ddl = `
  CREATE TABLE o (v integer PRIMARY KEY, w integer);
  INSERT INTO o SELECT n, n FROM generate_series(1, 3000) n;
  CREATE TABLE i (k integer, v integer) PARTITION BY LIST (k);
  ${inList('i', '1', '2', '3', 'NULL')}
  CREATE INDEX ON i (v) WHERE k = 3;
  CREATE TABLE r (k timestamptz, v integer) PARTITION BY RANGE (k);
  CREATE TABLE r_1 PARTITION OF r FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  CREATE TABLE r_2 PARTITION OF r FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE r_3 PARTITION OF r FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE TABLE s (k varchar(9), v integer) PARTITION BY LIST (k);
  ${inList('s', "'a'", "'b'", "'c'")}
  CREATE TABLE b (k boolean, v integer) PARTITION BY LIST (k);
  ${inList('b', 'true', 'false')}
  CREATE TABLE h (k integer, v integer) PARTITION BY HASH (k);
  CREATE TABLE h_1 PARTITION OF h FOR VALUES WITH (MODULUS 2, REMAINDER 0);
  CREATE TABLE h_2 PARTITION OF h FOR VALUES WITH (MODULUS 2, REMAINDER 1);
  CREATE TYPE color AS ENUM ('red', 'green');
  CREATE TABLE e (k color, v integer) PARTITION BY LIST (k);
  ${inList('e', "'red'", "'green'")}
  CREATE DOMAIN grp AS integer CHECK (VALUE > 0);
  CREATE TABLE d (k grp, v integer) PARTITION BY LIST (k);
  ${inList('d', '1', '2')}
  CREATE TABLE x (name text, v integer) PARTITION BY LIST (lower(name));
  ${inList('x', "'a'", "'b'")}
  CREATE TABLE "Odd.t" ("K e""y" integer, v integer) PARTITION BY LIST ("K e""y");
  ${inList('"Odd.t"', '1', '2').replaceAll('"Odd.t"_', 'odd_')}
`;

let database: Database;
let catalog: Catalog;
beforeAll(async () => {
  database = await openWith([], ddl);
  [catalog] = await Promise.all([readCatalog(database), loadParser()]);
});
afterAll(() => database.close());

/** What the scans of a table's leaves demand of its key when none is pruned, and how many leaves are read when they can be. */
async function read(table: string, sql: string): Promise<{ readonly constraint: Constraint | null; readonly leaves: number }> {
  const root = catalog.partitions.get(qualify({ schema: 'public', name: table })) as Partition;
  const part = root.key?.parts[0];
  if (part === undefined) throw new Error(`${table} has no key`);
  const [unpruned, pruned] = [
    await explainUnpruned(database, sql, { values: [], types: [], declared: [] }),
    await explain(database, sql, { values: [], types: [], declared: [] }),
  ];
  if ('refusal' in unpruned || 'refusal' in pruned) throw new Error(`${sql} is refused`);
  const reader = scanReader(catalog, 'custom');
  const scansIn = (plan: typeof pruned.plan) => findLeafScans(plan, catalog).filter(({ leaf }) => leaf.parent === root);
  const constraints = new Set(scansIn(unpruned.plan).map((scan) => reader.constraintOf(scan, part, part.name)));
  expect(constraints.size).toBe(1);
  return { constraint: [...constraints][0] ?? null, leaves: new Set(scansIn(pruned.plan).map(({ leaf }) => leaf)).size };
}

async function expectConstraint(table: string, sql: string, expected: Constraint | null): Promise<void> {
  const { constraint, leaves } = await read(table, sql);
  expect(constraint).toBe(expected);
  // The plan proves the word right.
  if (expected === 'equality') expect(leaves).toBeLessThan(2);
  if (expected === 'wrapped' || expected === null)
    expect(leaves).toBe(leavesOf(catalog.partitions.get(qualify({ schema: 'public', name: table })) as Partition).length);
}

type Table = readonly (readonly [where: string, constraint: Constraint | null])[];

const byTable: Readonly<Record<string, Table>> = {
  i: [
    ['true', null],
    ['v = 1', null],
    ['k = 1', 'equality'],
    ['1 = k', 'equality'],
    ['k = 1::bigint', 'equality'],
    ["k = '1'", 'equality'],
    ['k = LEAST(1, 2)', 'equality'],
    ["k = current_setting('app.k', true)::integer", 'equality'],
    ['k = 1 AND k + 0 = 1', 'equality'],
    ['k IS NULL', 'equality'],
    ['k IN (1, 2)', 'list'],
    ['k = ANY (ARRAY[1, 2])', 'list'],
    ["k = ANY ('{1}')", 'list'],
    ['k = 1 OR k = 2', 'list'],
    ['(k = 1 AND v = 1) OR (k = 2 AND v = 2)', 'list'],
    ['k = ALL (ARRAY[1])', 'equality'],
    ['k BETWEEN 1 AND 2', 'range'],
    ['k > 0 AND k <= 2', 'range'],
    ['k > 1', 'lower'],
    ['1 < k', 'lower'],
    ['k <= 1', 'upper'],
    ['k = 1 OR k > 2', 'lower'],
    ['k < 2 OR k > 2', 'exclusion'],
    ['k <> 1', 'exclusion'],
    ['NOT (k = 1 OR v = 2)', 'exclusion'],
    ['k NOT IN (1, 2)', 'exclusion'],
    ['k = (SELECT 1)', 'run-time'],
    ['k > (SELECT 1)', 'run-time'],
    ['k IN ((SELECT 1), (SELECT 2))', 'run-time'],
    ['k = 1 OR k = (SELECT 2)', 'run-time'],
    ['k + 0 = 1', 'wrapped'],
    ['abs(k) = 1', 'wrapped'],
    ['k::bigint = 1', 'wrapped'],
    ['k = 1.0', 'wrapped'],
    ['k::text = $$1$$', 'wrapped'],
    ['k = v', 'wrapped'],
    ['k = 1 OR v = 1', 'wrapped'],
    ['(k = 1) IS TRUE', 'wrapped'],
    ['COALESCE(k, 0) = 1', 'wrapped'],
    ['k IS DISTINCT FROM 1', 'wrapped'],
    ['CASE k WHEN 1 THEN true END', 'wrapped'],
    ['k = random()::integer', 'wrapped'],
    ['k = ANY (ARRAY(SELECT 1))', 'wrapped'],
    ['(k, v) < (1, 2)', 'wrapped'],
    ['k % 2 = 1', 'wrapped'],
    ['k = (SELECT o.w FROM o WHERE o.v = i.v)', 'wrapped'],
    // sub-plans beside what constrains the key, and in its way
    ['k = 1 AND v NOT IN (SELECT w FROM o)', 'equality'],
    ['k = 1 AND (v = 2 OR EXISTS (SELECT FROM o WHERE o.v = i.v))', 'equality'],
    ['k = 1 AND (v, k) NOT IN (SELECT v, w FROM o)', 'equality'],
    ['k = 1 AND v > ALL (SELECT w FROM o)', 'equality'],
    ['k = 1 OR EXISTS (SELECT FROM o WHERE o.v = i.v)', 'wrapped'],
    ['k = 1 OR v IN (SELECT w FROM o)', 'wrapped'],
    ['k NOT IN (SELECT w FROM o)', 'wrapped'],
  ],
  r: [
    ["k = '2025-06-11'", 'equality'],
    ["k = '2025-06-11'::date", 'equality'],
    ["k >= '2025-01-01' AND k < '2026-01-01'", 'range'],
    ["k >= now() - interval '1 day' AND k < now()", 'range'],
    ["k >= timestamp '2025-01-01' AT TIME ZONE 'UTC'", 'lower'],
    ["k < '2025-01-01 10:00:00.5+02'", 'upper'],
    ["k <> '2025-01-01'", 'exclusion'],
    ["k = ANY (ARRAY['2025-01-01', '2025-01-02']::timestamptz[])", 'list'],
    ["k::date = '2025-01-01'", 'wrapped'],
    ["date_trunc('day', k) = '2025-01-01'", 'wrapped'],
    ["k AT TIME ZONE 'UTC' = '2025-01-01'", 'wrapped'],
    ["k + interval '1 day' > now()", 'wrapped'],
    ['extract(year FROM k) = 2025', 'wrapped'],
    ['k = clock_timestamp()', 'wrapped'],
    ["k BETWEEN SYMMETRIC '2025-01-01' AND '2026-01-01'", 'range'],
    ['k IS NOT NULL', null],
  ],
  s: [
    ["k = 'a'", 'equality'],
    ["k = 'a'::text", 'equality'],
    ['k = \'a\' COLLATE "default"', 'equality'],
    ["k::text = 'a'", 'equality'],
    ["k IN ('a', 'it''s AND \"(')", 'list'],
    ["k >= 'a' AND k < 'b'", 'range'],
    ["k LIKE 'a%'", 'wrapped'],
    ["k || '' = 'a'", 'wrapped'],
    ["lower(k) = 'a'", 'wrapped'],
    ["k::char(9) = 'a'", 'wrapped'],
  ],
  b: [
    ['k', 'equality'],
    ['NOT k', 'equality'],
    ['k = true', 'equality'],
    ['k IS TRUE', 'equality'],
    ['k IS NOT TRUE', 'equality'],
    ['k OR v = 1', 'wrapped'],
    ['k = (v > 1)', 'wrapped'],
  ],
  e: [
    ["k = 'red'", 'equality'],
    ["k IN ('red', 'green')", 'list'],
    ["k::text = 'red'", 'wrapped'],
  ],
  d: [
    ['k = 1', 'equality'],
    ['k = 1::grp', 'equality'],
    ['k IN (1, 2)', 'list'],
    ['k + 0 = 1', 'wrapped'],
  ],
  x: [
    ["lower(name) = 'a'", 'equality'],
    ["'a' = lower(name)", 'equality'],
    ["lower(name) IN ('a', 'b')", 'list'],
    ["lower(name) > 'a'", 'lower'],
    ["name = 'a'", 'wrapped'],
    ["upper(name) = 'A'", 'wrapped'],
    ['v = 1', null],
  ],
};

for (const [table, rows] of Object.entries(byTable)) {
  describe(`${table}: the constraint of`, () => {
    test.each(rows)('%s is %s', (where, expected) => expectConstraint(table, `SELECT 1 FROM ${table} WHERE ${where}`, expected));
  });
}

describe('an alias that needs quotes, or looks like something else', () => {
  const column = '"K e""y"';
  test.each(['"A b"', '"x.y"', '"it""s"', 'a$1', '"SELECT"', 'ä', '"(InitPlan 1)"', 't_1'])('%s', async (alias) => {
    await expectConstraint('Odd.t', `SELECT 1 FROM "Odd.t" AS ${alias} WHERE ${alias}.${column} = 1 AND ${alias}.v = 3`, 'equality');
    await expectConstraint('Odd.t', `SELECT 1 FROM "Odd.t" AS ${alias} WHERE ${alias}.${column} + 0 = 1`, 'wrapped');
  });
});

describe('a column of another relation', () => {
  test('is known at run time below a nested loop', async () => {
    await expectConstraint('i', 'SELECT 1 FROM o, LATERAL (SELECT * FROM i WHERE i.k = o.v OFFSET 0) s WHERE o.v = 1', 'run-time');
  });

  test('is no constraint of the scan where it is a join’s', async () => {
    expect(await read('i', 'SELECT 1 FROM o FULL JOIN i ON i.k = o.v')).toMatchObject({ constraint: null, leaves: 4 });
  });
});

test.each(["k = 'a'::name", "k > 'a'::name", "k IN ('a'::name, 'b'::name)"])(
  'a name is compared by an operator that prunes no text: %s',
  async (where) => {
    expect(await read('s', `SELECT 1 FROM s WHERE ${where}`)).toEqual({ constraint: 'wrapped', leaves: 3 });
  },
);

test('a partial index stands for the condition that it implies', async () => {
  const sql = 'SELECT v FROM i WHERE k = 3 AND v = 5';
  await expectConstraint('i', sql, 'equality');
});

describe('a hash key is pruned by', () => {
  test.each([
    ['k = 1', 'equality', 1],
    ['k IN (1, 2, 3, 4)', 'list', 2],
    ['k > 1', 'lower', 2],
  ] as const)('%s: %s', async (where, constraint, leaves) => {
    expect(await read('h', `SELECT 1 FROM h WHERE ${where}`)).toEqual({ constraint, leaves });
  });
});
