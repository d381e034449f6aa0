import { describe, expect, test } from 'vitest';
import { outline } from '../check-sql.ts';
import { useLedger } from './ledger.ts';

const check = useLedger();

describe('leaves in a group', () => {
  const table: readonly (readonly [where: string, binding: string, leaves: number, at: string])[] = [
    ["created_at > '2025-06-11'", 'half-range', 3, "created_at > '2025-06-11'"],
    ["created_at < '2025-06-11'", 'half-range', 3, "created_at < '2025-06-11'"],
    ["created_at BETWEEN '2025-01-01' AND '2026-01-01'", 'range', 2, "created_at BETWEEN '2025-01-01' AND '2026-01-01'"],
    ["created_at >= '2024-12-01' AND created_at < '2025-02-01'", 'range', 2, "created_at >= '2024-12-01' AND created_at < '2025-02-01'"],
    ["created_at IN ('2025-06-11', '2026-06-11')", 'list', 2, "created_at IN ('2025-06-11', '2026-06-11')"],
    ["created_at <> '2025-06-11'", 'exclusion', 5, "created_at <> '2025-06-11'"],
    ['created_at = (SELECT max(created_at) FROM ledger_lookup)', 'run-time', 5, 'created_at = (SELECT max(created_at) FROM ledger_lookup)'],
  ];
  test.each(table)('%s', async (where, binding, leaves, at) => {
    const checked = await check(`SELECT 1 FROM debit WHERE account_group = 3 AND ${where}`);
    expect(outline(checked)).toEqual([`no-leaf-fanout | created_at | ${at}`]);
    expect(checked.findings[0]).toMatchObject({ severity: 'error', evidence: { binding, leaves, groups: 1, total: 70 } });
  });

  test.each([
    "created_at >= '2025-01-01' AND created_at < '2026-01-01'",
    "created_at IN ('2025-06-11', '2025-06-12')",
    "created_at >= '2027-06-01'",
    "created_at BETWEEN '2025-01-01' AND '2025-12-31'",
  ])('are one with %s', async (where) => {
    expect(outline(await check(`SELECT 1 FROM debit WHERE account_group = 3 AND ${where}`))).toEqual([]);
  });

  test('are counted in tables of one level too', async () => {
    const checked = await check("SELECT 1 FROM log WHERE t >= '2025-06-01'");
    expect(outline(checked)).toEqual(["no-leaf-fanout | t | t >= '2025-06-01'"]);
    expect(checked.findings[0]?.message).toMatch(/^`log` reads all 2 leaves; /);
  });
});

describe('groups', () => {
  const time = "created_at = '2025-06-11'";
  const table: readonly (readonly [where: string, binding: string, leaves: number, warns: boolean])[] = [
    ['account_group IN (3, 4)', 'list', 2, true],
    ['account_group = ANY ($1)', 'list', 2, true],
    ['account_group = 3 OR account_group = 4', 'list', 2, true],
    ['account_group > 3', 'half-range', 11, false],
    ['account_group BETWEEN 3 AND 5', 'range', 3, false],
    ['account_group <> 3', 'exclusion', 13, false],
    ['account_group NOT IN (1, 2)', 'exclusion', 12, false],
    ['account_group = (SELECT 3)', 'run-time', 14, false],
  ];
  test.each(table)('%s', async (where, binding, leaves, warns) => {
    const values = new Map([[1, '{3,4}']]);
    const given = where.includes('$1') ? { parameters: { from: 'given', values, types: new Map() } as const } : {};
    const checked = await check(`SELECT 1 FROM debit WHERE (${where}) AND ${time}`, given);
    expect(outline(checked)).toEqual([`no-group-fanout${warns ? '?' : ''} | account_group | ${where}`]);
    expect(checked.findings[0]).toMatchObject({ evidence: { binding, leaves, groups: leaves, total: 70 } });
    expect(checked.findings[0]?.message).toMatch(new RegExp(`^\`debit\` reads ${leaves} leaves in ${leaves} groups; `));
  });

  test.each(['account_group = 3', 'account_group IN (3)', 'account_group > 13', 'account_group > 2 AND account_group < 4'])(
    'are one with %s',
    async (where) => {
      expect(outline(await check(`SELECT 1 FROM debit WHERE ${where} AND ${time}`))).toEqual([]);
    },
  );
});

describe('values that are known only while the query runs', () => {
  test('are to be read first where a sub-select has them', async () => {
    const { findings } = await check("SELECT 1 FROM debit WHERE account_group = (SELECT 3) AND created_at = '2025-06-11'");
    expect(findings[0]?.help).toMatch(/^Read the value first and pass it as a parameter/);
  });

  test('are to be written for both sides where a join has them', async () => {
    const sql =
      'SELECT 1 FROM debit d JOIN ledger_lookup l ON d.account_group = l.account_group AND d.created_at = l.created_at WHERE l.entry_number = 7';
    const checked = await check(sql);
    expect(outline(checked)).toEqual([
      'no-group-fanout | account_group | d.account_group = l.account_group',
      'no-leaf-fanout | created_at | d.created_at = l.created_at',
    ]);
    expect(checked.findings.map(({ help }) => help)).toEqual([expect.stringContaining('d.account_group'), expect.stringContaining('d.created_at')]);
  });
});
