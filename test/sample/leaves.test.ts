import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Catalog, type KeyPart, leavesOf, type Partition, qualify } from '../../src/catalog/catalog.ts';
import { readCatalog } from '../../src/catalog/read-catalog.ts';
import type { Database } from '../../src/database/database.ts';
import { explain } from '../../src/plan/explain.ts';
import { visitPlan } from '../../src/plan/plan.ts';
import { readParameterTypes } from '../../src/sample/parameter-types.ts';
import { findKeyRoles } from '../../src/sample/roles.ts';
import { sampleValues } from '../../src/sample/values.ts';
import { loadParser, type Node, parseStatement } from '../../src/sql/parse.ts';
import { openFiles, openWith } from '../open-schema.ts';

/** One table a line: what it is partitioned by, and its partitions' bounds. */
const tables: readonly (readonly [key: string, type: string, ...bounds: string[]])[] = [
  ['LIST (k)', 'smallint', 'IN (-1)', 'IN (0, 5)', 'IN (NULL, 7)'],
  ['LIST (k)', 'text', "IN ('a', 'it''s')", "IN ('', 'NULL')", 'IN (\'{b, "c"}\')'],
  ['LIST (k)', 'varchar(9)', "IN ('a')", "IN ('b')"],
  ['LIST (k)', 'boolean', 'IN (true)', 'IN (false)'],
  ['LIST (k)', 'color', "IN ('red')", "IN ('light, blue', 'green')"],
  ['LIST (k)', 'date', "IN ('2025-01-01')", "IN ('2025-01-02')"],
  ['LIST (k)', 'uuid', "IN ('6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00')", "IN ('00000000-0000-0000-0000-000000000000')"],
  ['LIST (lower(k))', 'text', "IN ('a')", "IN ('b')", 'IN (NULL)'],
  ['LIST ((k % 3))', 'integer', 'IN (0)', 'IN (1)', 'IN (2)'],
  ['RANGE (k)', 'integer', 'FROM (MINVALUE) TO (-5)', 'FROM (-5) TO (-4)', 'FROM (-4) TO (0)', 'FROM (0) TO (MAXVALUE)'],
  ['RANGE (k)', 'bigint', 'FROM (9007199254740993) TO (9007199254740995)', 'FROM (9007199254740995) TO (9007199254740996)'],
  ['RANGE (k)', 'numeric', 'FROM (0.25) TO (0.5)', 'FROM (0.5) TO (1)', 'FROM (-1) TO (-0.75)'],
  ['RANGE (k)', 'double precision', 'FROM (0.25) TO (0.5)', 'FROM (0.5) TO (1)'],
  ['RANGE (k)', 'date', "FROM ('2025-06-01') TO ('2025-06-02')", "FROM ('2025-06-02') TO ('2025-06-03')", "FROM ('2025-07-01') TO ('infinity')"],
  ['RANGE (k)', 'timestamp', "FROM ('2025-06-01') TO ('2025-06-01 01:00')", "FROM ('2025-06-01 01:00') TO ('2025-06-01 01:00:00.5')"],
  [
    'RANGE (k)',
    'timestamptz',
    "FROM ('2025-01-01') TO ('2025-02-01')",
    "FROM ('2025-02-01') TO ('294000-01-01')",
    "FROM (MINVALUE) TO ('1890-01-01')",
  ],
  ['RANGE (k)', 'text', "FROM ('a') TO ('b')", "FROM ('b') TO ('it''s')"],
  ['RANGE (k)', 'uuid', "FROM (MINVALUE) TO ('80000000-0000-0000-0000-000000000000')", "FROM ('80000000-0000-0000-0000-000000000000') TO (MAXVALUE)"],
  ['RANGE (k, j)', 'integer', 'FROM (1, 1) TO (1, 7)', 'FROM (1, 7) TO (2, 1)', 'FROM (2, 1) TO (2, MAXVALUE)', 'FROM (3, 4) TO (5, 6)'],
  ['RANGE (k, j)', 'date', "FROM ('2025-01-01', 4) TO ('2025-01-01', 8)", "FROM ('2025-01-01', 8) TO ('2025-01-02', 0)"],
];

const ddl = [
  "CREATE TYPE color AS ENUM ('red', 'green', 'light, blue');",
  ...tables.flatMap(([key, type, ...bounds], index) => [
    `CREATE TABLE t${index} (k ${type}, j integer) PARTITION BY ${key};`,
    ...bounds.map((bound, leaf) => `CREATE TABLE t${index}_${leaf} PARTITION OF t${index} FOR VALUES ${bound};`),
  ]),
].join('\n');

beforeAll(loadParser);

let database: Database;
let catalog: Catalog;
afterAll(() => database.close());

/** The keys that lead from a root to a leaf, and the leaf’s bounds on them. */
function keysOf(leaf: Partition): readonly KeyPart[] {
  return leaf.parent === null ? [] : [...keysOf(leaf.parent), ...(leaf.parent.key?.parts ?? [])];
}

const isListed = (leaf: Partition): boolean => leaf.parent === null || (leaf.bound?.kind === 'list' && isListed(leaf.parent));
const isBounded = (leaf: Partition): boolean =>
  leaf.parent === null ||
  (isBounded(leaf.parent) && (leaf.bound?.kind === 'range' || (leaf.bound?.kind === 'list' && leaf.bound.values.some((value) => value !== null))));

/** The leaves that are read with the values that are drawn from `leaf`. */
async function leavesRead(leaf: Partition, root: Partition, where: string): Promise<readonly string[]> {
  const sql = `SELECT * FROM ${root.name} WHERE ${where}`;
  const tree = parseStatement(sql).tree as Node;
  const types = await readParameterTypes(
    database,
    { planned: sql, parameters: where.split('$').length - 1 },
    { known: new Map(), likely: new Map() },
  );
  if ('refusal' in types) throw new Error(`${sql}: ${types.refusal.message}`);
  const keys = findKeyRoles(tree, [{ root, alias: root.name }]);
  const values = sampleValues({ types, keys, fixed: new Map(), casts: new Map() }, new Map([[root, leaf]]));
  const explained = await explain(database, sql, { values, types: types.map(({ oid }) => oid), declared: types.map(({ declared }) => declared) });
  if ('refusal' in explained) throw new Error(`${sql}: ${explained.refusal.message}`);
  const read = new Set<string>();
  visitPlan(explained.plan, ({ relation }) => {
    if (relation !== null) read.add(relation.name);
  });
  return [...read];
}

/** Conditions on the last key of a leaf, and where they ask for it alone. `$` stands for the next parameter. */
const shapes: Readonly<Record<string, { readonly of: (key: string) => string; readonly lists: boolean; readonly pairs: boolean }>> = {
  '=': { of: (key) => `${key} = $`, lists: true, pairs: true },
  '= ANY': { of: (key) => `${key} = ANY ($)`, lists: true, pairs: false },
  IN: { of: (key) => `${key} IN ($, $)`, lists: true, pairs: false },
  BETWEEN: { of: (key) => `${key} BETWEEN $ AND $`, lists: false, pairs: false },
  '>= and <': { of: (key) => `${key} >= $ AND $ > ${key}`, lists: false, pairs: false },
};

function number(where: string): string {
  let next = 0;
  return where.replace(/\$/g, () => `$${++next}`);
}

async function expectOwnLeaf(shape: string): Promise<number> {
  let asked = 0;
  const { of, lists, pairs } = shapes[shape] ?? { of: String, lists: true, pairs: true };
  for (const root of catalog.partitions.values()) {
    // Credits and debits are partitioned as entries are.
    if (root.parent !== null || root.name === 'credit' || root.name === 'debit') continue;
    for (const leaf of leavesOf(root)) {
      const keys = keysOf(leaf);
      const isMany = leaf.bound?.kind === 'range' && leaf.bound.from.length > 1;
      if (!isBounded(leaf) || (!lists && isListed(leaf)) || (!pairs && isMany)) continue;
      const where = keys.map((key, index) => (index < keys.length - 1 ? `${key.name} = $` : of(key.name))).join(' AND ');
      expect([qualify(leaf), await leavesRead(leaf, root, number(where))]).toEqual([qualify(leaf), [leaf.name]]);
      asked += 1;
    }
  }
  return asked;
}

describe.each([
  ['every type of key', [], {}, 40],
  ['every type of key in Kathmandu', [], { timezone: 'Asia/Kathmandu', datestyle: 'SQL, DMY' }, 40],
  ['the ledger of the cases', ['fixtures/cases/pruning/ledger.sql', 'fixtures/cases/pruning/ledger.seed.sql'], {}, 60],
  ['the other tables of the cases', ['fixtures/cases/pruning/other.sql', 'fixtures/cases/pruning/other.seed.sql'], {}, 20],
] as const)('%s: values drawn from a leaf read that leaf alone', (name, files, settings, least) => {
  beforeAll(async () => {
    await database?.close();
    database = await (files.length > 0 ? openFiles(files) : openWith([], ddl, { settings }));
    catalog = await readCatalog(database);
  });

  test.each(Object.keys(shapes))(`with %s`, async (shape) => {
    expect(await expectOwnLeaf(shape), name).toBeGreaterThan(shapes[shape]?.lists ? least : least / 3);
  });
});
