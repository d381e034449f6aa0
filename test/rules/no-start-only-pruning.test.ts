import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

describe('warns of a value that is known only at the start', () => {
  type Row = [where: string, locked: string, at: string];
  const table: Row[] = [
    [
      "account_group = 3 AND created_at >= date '2025-01-01' AND created_at < date '2026-01-01'",
      '5',
      "created_at >= date '2025-01-01' AND created_at < date '2026-01-01'",
    ],
    ["account_group = 3 AND created_at = timestamp '2025-06-11'", '5', "created_at = timestamp '2025-06-11'"],
    [
      "account_group = 3 AND created_at >= '2025-06-11'::timestamptz - interval '1 day' AND created_at < '2025-06-11'::timestamptz + interval '1 day'",
      '5',
      "created_at >= '2025-06-11'::timestamptz - interval '1 day' AND created_at < '2025-06-11'::timestamptz + interval '1 day'",
    ],
    ["account_group = 3 AND created_at = '2025-06-11'::text::timestamptz", '5', "created_at = '2025-06-11'::text::timestamptz"],
    ["account_group = length(current_schema()) - 3 AND created_at = '2025-06-11'", '14', 'account_group = length(current_schema()) - 3'],
    ["account_group = length(current_schema()) - 3 AND created_at = date '2025-06-11'", 'all 70', 'account_group = length(current_schema()) - 3'],
  ];
  test.each<Row>(table)('%s', async (where, locked, at) => {
    const checked = await check(`SELECT 1 FROM debit WHERE ${where}`);
    const [key = ''] = at.split(' ');
    expect(outline(checked)).toEqual([`no-start-only-pruning? | ${key} | ${at}`]);
    expect(checked.statement.verdict).toBe('start-only');
    const message = new RegExp(
      `^\`debit\` reads 1 leaf, and plans and locks ${locked}; \`${key}\` is compared with .* known only when the query starts$`,
    );
    expect(checked.findings[0]?.message).toMatch(message);
    expect(checked.findings[0]?.help).toMatch(/^Compute the value in the application/);
  });

  test('that is computed from a parameter', async () => {
    const checked = await check("SELECT 1 FROM debit WHERE account_group = $1 AND created_at >= $2 AND created_at < $2 + interval '1 day'");
    expect(outline(checked)).toEqual(["no-start-only-pruning? | created_at | created_at >= $2 AND created_at < $2 + interval '1 day'"]);
  });

  test('in a table of one level', async () => {
    const checked = await check("SELECT 1 FROM log WHERE t = (timestamptz '2025-06-11 12:00+00')::date");
    expect(checked.findings[0]?.message).toMatch(/^`log` reads 1 leaf, and plans and locks all 2; `t` /);
  });
});

test.each([
  "account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'",
  "account_group = 3 AND created_at = timestamptz '2025-06-11'",
  'account_group = $1 AND created_at = $2',
  // what the session computes is not what leaves the others out
  "account_group = 3 AND created_at = '2025-06-11' AND created_at < now() + interval '1000 years'",
])('%s is no finding', async (where) => {
  expect(outline(await check(`SELECT 1 FROM debit WHERE ${where}`))).toEqual([]);
});
