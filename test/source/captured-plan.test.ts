import { describe, expect, test } from 'vitest';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import type { Statement } from '../../src/source/statement.ts';

const parse = (...records: readonly unknown[]) =>
  parseJsonLines('q.jsonl', records.map((record) => (typeof record === 'string' ? record : JSON.stringify(record))).join('\n'));

const root = { 'Node Type': 'Result' };
const sql = 'SELECT $1';
const logged = { 'Query Text': sql, Plan: root };
const values = (...known: readonly (string | null)[]) => new Map(known.map((value, index) => [index + 1, value]));

/** As EXPLAIN (ANALYZE) prints a MERGE on a partitioned table. */
const merge = `{"Node Type": "ModifyTable", "Target Tables": [
  {"Relation Name": "a"},
  "Tuples Inserted": 0,
  "Tuples Updated": 3,
  "Tuples Deleted": 0,
  "Tuples Skipped": 330
  ], "Filter": "(a = ', \\"Tuples Updated\\": 3')"}`;
const merged = { 'Node Type': 'ModifyTable', 'Target Tables': [{ 'Relation Name': 'a' }], Filter: `(a = ', "Tuples Updated": 3')` };

describe('a plan is captured with its statement', () => {
  const cases: readonly (readonly [form: string, record: unknown, expected: Partial<Statement>])[] = [
    ["EXPLAIN's list", { sql, plan: [{ Plan: root, 'Planning Time': 1 }] }, { sql, plan: { root } }],
    ['an object', { sql, plan: { Plan: root } }, { sql, plan: { root } }],
    ['none', { sql, plan: null }, { sql, plan: null }],
    ['a text', { sql, plan: JSON.stringify([{ Plan: root }]) }, { sql, plan: { root } }],
    ['a text that is no JSON', { sql, plan: `[{"Plan": ${merge}}]` }, { sql, plan: { root: merged } }],
    ["auto_explain's object", { sql: 'SELECT 2', plan: logged }, { sql: 'SELECT 2', plan: { root } }],
    ["the text of auto_explain's", { plan: logged, name: 'A' }, { sql, name: 'A', plan: { root } }],
    ["the text in a text of auto_explain's", { plan: JSON.stringify(logged) }, { sql, plan: { root } }],
    ["auto_explain's line", logged, { sql, line: 1, parameters: null, plan: { root } }],
    ["auto_explain's line that is no JSON", `{"Query Text": "${sql}", "Plan": ${merge}}`.replaceAll('\n', ' '), { sql, plan: { root: merged } }],
    [
      "auto_explain's values",
      { ...logged, 'Query Parameters': "$1 = 'it''s', $2 = NULL" },
      { parameters: { from: 'captured', values: values("it's", null), types: new Map() } },
    ],
    ["auto_explain's values, one of them cut off", { ...logged, 'Query Parameters': "$1 = '7', $2 = 'lon...'" }, { parameters: null }],
    ['a name in a comment', { ...logged, 'Query Text': `-- name: A\n${sql}` }, { name: 'A', sql }],
  ];
  test.each(cases)('%s', async (_, record, expected) => expect(await parse(record)).toMatchObject([expected]));

  test('several statements in one text are kept together', async () => {
    expect(await parse({ sql: 'SELECT 1; SELECT 2', plan: { Plan: root } })).toMatchObject([{ sql: 'SELECT 1; SELECT 2' }]);
  });

  test('records of one place are kept apart', async () => {
    const record = { sql, file: 'a.ts', line: 3, plan: { Plan: root } };
    expect(await parse(record, record, { ...record, plan: null }, { ...record, plan: null })).toMatchObject([
      { calls: 1 },
      { calls: 1 },
      { calls: 2 },
    ]);
  });
});

test.each([[7], ['Seq Scan on a'], [[]], [[{ Plan: root }, { Plan: root }]], [{ plan: root }], [['Utility Statement']]])(
  '%j is no plan',
  async (plan) => {
    await expect(parse({ sql, plan })).rejects.toMatchObject({
      name: 'UserError',
      message: 'q.jsonl:1: "plan" is not the JSON of one plan, as EXPLAIN or auto_explain gives it',
      hint: expect.stringContaining('EXPLAIN'),
    });
  },
);
