import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';
import { outlineGrid, referenceOf } from './draw.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles([...ledgerFiles, 'fixtures/explain/shapes.sql']);
});
afterAll(() => database.close());

const years = '2020–23 | 2024 | 2025 | 2026 | 2027';
const cases: readonly (readonly [sql: string, grid: readonly string[], shape: string])[] = [
  [
    `SELECT FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-05-01'`,
    [years, 'g01…g02 .....', 'g03 ..R..', 'g04…g14 .....'],
    'LIST account_group × RANGE created_at',
  ],
  ['SELECT FROM ledger_entry', [years, 'g01…g14 RRRRR'], 'LIST account_group × RANGE created_at'],
  [
    'SELECT FROM ledger_entry WHERE account_group = 3 AND created_at = (SELECT max(created_at) FROM ledger_lookup)',
    [years, 'g01…g02 .....', 'g03 ?????', 'g04…g14 .....'],
    'LIST account_group × RANGE created_at',
  ],
  [
    `SELECT FROM ledger_entry WHERE account_group = 3 AND created_at < date '2025-02-01'`,
    [years, 'g01…g02 .....', 'g03 RRRss', 'g04…g14 .....'],
    'LIST account_group × RANGE created_at',
  ],
  [`SELECT FROM ledger_entry WHERE created_at < date '2025-02-01'`, [years, 'g01…g14 RRRss'], 'LIST account_group × RANGE created_at'],
  [
    `SELECT FROM ledger_entry WHERE account_group = 3 AND created_at >= timestamptz '2024-01-01' AND created_at < date '2025-02-01'`,
    [years, 'g01…g02 .....', 'g03 .RRss', 'g04…g14 .....'],
    'LIST account_group × RANGE created_at',
  ],
  ['SELECT FROM ledger_entry WHERE account_group = 99', [years, 'g01…g14 .....'], 'LIST account_group × RANGE created_at'],
  [`SELECT FROM ledger_entry_g07 WHERE created_at = '2025-05-01'`, [years, '..R..'], 'RANGE created_at'],
  ['SELECT FROM ledger_entry_g07_2025', ['2025', 'R'], ''],
  [`SELECT FROM event WHERE day > '2024-05-05'`, ['<2024 | 2024 | 2025 | DEFAULT', '.RRR'], 'RANGE day'],
  [`SELECT FROM place WHERE country = 'de'`, ['de | us, ca | NULL', 'R..'], 'LIST country'],
  ['SELECT FROM hashed WHERE id = 1', ['0/4 | 1/2 | 2/4', 'R..'], 'HASH id'],
  [
    `SELECT FROM unlike WHERE day = '2024-05-05'`,
    ['whole | 2020–23 | 2023 | 2024 | DEFAULT', 'g1 -.-R-', 'g2 --.R.', 'rest R----'],
    'LIST g × RANGE day',
  ],
  [
    `SELECT FROM deep WHERE kind = 2 AND y = 2025 AND q = 4`,
    ['2025, 1–2 | 2025, 3–4', 'eu / k1 ..', 'eu / k2 .R', 'us / k1 ..', 'us / k2 .R'],
    'LIST region × RANGE kind × RANGE y, q',
  ],
  [`SELECT FROM "Mixed ""Case""" WHERE "Key" = '🐘'`, ['2025-01', 'büro, 🐘 R', '日本 .'], 'LIST Key × RANGE day'],
];

describe('the grid of', () => {
  test.each(cases)('%s', async (sql, expected, shape) => {
    const reference = await referenceOf(database, sql);
    expect(outlineGrid(reference.grid)).toEqual(expected);
    expect(reference.shape).toBe(shape);
  });
});

test('a cell is read as often as the judgement counts leaves', async () => {
  for (const [sql] of cases) {
    const { grid, leaves, pruned } = await referenceOf(database, sql);
    const cells = grid.rows.flatMap(({ cells: row, count }) => Array.from({ length: count }, () => row).flat());
    expect(cells.filter((cell) => cell === 'read' || cell === 'run-time')).toHaveLength(leaves.planned);
    expect(cells.filter((cell) => cell !== null)).toHaveLength(grid.leaves);
    expect(cells.filter((cell) => cell === 'start')).toHaveLength(pruned.start);
  }
});

test('a thousand days have a thousand columns, in their order', async () => {
  const { grid } = await referenceOf(database, `SELECT FROM daily WHERE day BETWEEN '2024-02-28' AND '2024-03-01'`);
  expect(grid.columns).toHaveLength(1000);
  expect(grid.columns).toEqual(grid.columns.toSorted());
  expect(grid.columns.filter((_, index) => grid.rows[0]?.cells[index] === 'read')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
});

describe('a key prunes', () => {
  const stages: readonly (readonly [sql: string, stages: readonly string[]])[] = [
    [`SELECT FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-05-01'`, ['account_group = 3 plan', `created_at = '2025-05-01' plan`]],
    ['SELECT FROM ledger_entry WHERE account_group = 3', ['account_group = 3 plan', '– nothing']],
    [
      "SELECT FROM ledger_entry WHERE account_group + 0 = 3 AND created_at = date '2025-05-01'",
      ['account_group + 0 = 3 nothing', "created_at = date '2025-05-01' start"],
    ],
    [
      "SELECT FROM ledger_entry WHERE account_group = 3 AND created_at = date '2025-05-01'",
      ['account_group = 3 plan', "created_at = date '2025-05-01' start"],
    ],
    ['SELECT FROM ledger_entry WHERE account_group > 0', ['account_group > 0 nothing', '– nothing']],
    ['SELECT FROM ledger_entry WHERE account_group = (SELECT 3)', ['account_group = (SELECT 3) run-time', '– nothing']],
    [`SELECT FROM ledger_entry_g07 WHERE created_at = '2025-05-01'`, ['– named', `created_at = '2025-05-01' plan`]],
    [`SELECT FROM event WHERE day > '2024-05-05'`, [`day > '2024-05-05' plan`]],
  ];
  test.each(stages)('%s', async (sql, expected) => {
    const { keys } = await referenceOf(database, sql);
    expect(keys.map(({ text, stage }) => `${text ?? '–'} ${stage}`)).toEqual(expected);
  });
});
