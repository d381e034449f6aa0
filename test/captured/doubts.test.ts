import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { formatPretty } from '../../src/report/pretty.ts';
import type { StatementReport } from '../../src/report/report.ts';
import { openWith } from '../open-schema.ts';
import { checkUnseen } from './see-nothing.ts';

let database: Database;
beforeAll(async () => {
  const more = `
    CREATE SCHEMA archive;
    CREATE TABLE archive.ledger_entry_g3_2025 (id int);
    CREATE TABLE archive.ledger_lookup (id int);
    CREATE VIEW keyless AS SELECT * FROM ledger_entry;`;
  database = await openWith(['fixtures/plans/schema.sql'], more);
});
afterAll(() => database.close());

type Json = Readonly<Record<string, unknown>>;

const scan = (name: string, more: Json = {}): Json => ({ 'Node Type': 'Seq Scan', 'Relation Name': name, Alias: name, ...more });
const append = (...children: readonly Json[]): Json => ({ 'Node Type': 'Append', 'Subplans Removed': 0, Plans: children });
const leaf = (name: string, condition?: string): Json => ({
  ...scan(name, { Alias: 'ledger_entry_1', Schema: 'public' }),
  ...(condition === undefined ? {} : { Filter: condition }),
});
const bound = `((account_group = 1) AND (created_at = '2025-02-04 12:00:00+00'::timestamp with time zone))`;

async function check(sql: string, plan: unknown, more: Json = {}): Promise<StatementReport> {
  const { statements } = await checkUnseen(database, JSON.stringify({ sql, plan, ...more }));
  expect(statements).toHaveLength(1);
  return statements[0] as StatementReport;
}

const select = 'SELECT * FROM ledger_entry';
const one = leaf('ledger_entry_g1_2025', bound);

describe('what a plan does not tell for certain is no pass', () => {
  const cases: readonly (readonly [what: string, root: unknown, reason: string])[] = [
    ['an unknown node', { 'Node Type': 'Quantum Scan', Plans: [one] }, 'its plan has a node that planlint does not know: Quantum Scan'],
    [
      'an unknown node below',
      append(one, { 'Node Type': 'Limit', Plans: [{ 'Node Type': 'X' }] }),
      'its plan has a node that planlint does not know: X',
    ],
    [
      'a node of an extension',
      { 'Node Type': 'Custom Scan', 'Custom Plan Provider': 'Citus Adaptive' },
      'its plan has a node that planlint does not know: Custom Scan (Citus Adaptive)',
    ],
    ['a node without a type', { Plans: [one] }, 'its plan is not one that EXPLAIN prints: a node in it has no type'],
    ['no node', null, 'its plan is not one that EXPLAIN prints: a node in it has no type'],
    ['children that are no list', { 'Node Type': 'Limit', Plans: {} }, 'its plan is not one that EXPLAIN prints: its Limit is damaged'],
    ['a lost child', { 'Node Type': 'Hash Join', Plans: [one] }, 'its plan is not whole: what is below its Hash Join is missing'],
    ['lost children', append(), 'its plan is not whole: what is below its Append is missing'],
    ['a lost name', { 'Node Type': 'Seq Scan' }, 'its plan is not whole: its Seq Scan names no relation'],
    [
      'a leaf that only production has',
      leaf('ledger_entry_g4_2025'),
      'it reads ledger_entry_g4_2025, which the schema that planlint loads does not have',
    ],
    ['such a leaf beside a known one', append(one, scan('gone')), 'it reads gone, which the schema that planlint loads does not have'],
    ['a relation of another schema', scan('x', { Schema: 'other' }), 'it reads other.x, which the schema that planlint loads does not have'],
    ['a temporary table', scan('x', { Schema: 'pg_temp' }), 'it reads pg_temp.x, which the schema that planlint loads does not have'],
    [
      'a name of two schemas',
      scan('ledger_entry_g3_2025'),
      'it reads ledger_entry_g3_2025, which archive and public have: capture the plan with VERBOSE',
    ],
    [
      'an unknown target',
      { 'Node Type': 'ModifyTable', Operation: 'Insert', 'Relation Name': 'gone', Plans: [one] },
      'it reads gone, which the schema that planlint loads does not have',
    ],
    [
      'foreign tables without their schemas',
      append(one, { 'Node Type': 'Foreign Scan', Relations: '(a) INNER JOIN (b)' }),
      'it has a foreign server join tables, and its plan does not tell their schemas: capture the plan with VERBOSE',
    ],
    [
      'foreign leaves without what is asked for',
      append(
        { 'Node Type': 'Foreign Scan', 'Relation Name': 'ledger_entry_g1_2025', Alias: 'ledger_entry_1' },
        { 'Node Type': 'Foreign Scan', 'Relation Name': 'ledger_entry_g2_2025', Alias: 'ledger_entry_2' },
      ),
      'its plan does not tell what a foreign server is asked for: capture the plan with VERBOSE',
    ],
    [
      'the plan of another statement',
      scan('ledger_entry_extra', { Schema: 'public', 'Relation Name': 'ledger_lookup' }),
      'its plan reads none of the partitioned tables that its text names',
    ],
    [
      'a plan without values',
      append(...['1', '2'].map((n) => leaf(`ledger_entry_g${n}_2025`, '((account_group = $1) AND (created_at = $2))'))),
      'its plan was made without values, as EXPLAIN (GENERIC_PLAN) does, and does not tell what they leave out',
    ],
  ];
  test.each(cases)('%s', async (_, root, reason) => {
    expect(await check(select, [{ Plan: root }])).toMatchObject({ status: 'inconclusive', reason });
  });

  test('and no finding either, where the plan lists leaves that values may leave out or hides what it demands of them', async () => {
    const veiled = [...cases].filter(([what]) => what === 'a plan without values' || what === 'foreign leaves without what is asked for');
    const sql = 'SELECT * FROM ledger_entry WHERE account_group = $1 AND created_at = $2';
    const { findings } = await checkUnseen(database, veiled.map(([, root]) => JSON.stringify({ sql, plan: { Plan: root } })).join('\n'));
    expect(veiled).toHaveLength(2);
    expect(findings).toEqual([]);
  });

  test('a plan that nests without end', async () => {
    const nest = (depth: number): string =>
      `{"Plan": ${'{"Node Type": "Limit", "Plans": ['.repeat(depth)}${JSON.stringify(one)}${']}'.repeat(depth)}}`;
    expect(await check(select, nest(900))).toMatchObject({ status: 'analysed', verdict: 'ok' });
    expect(await check(select, nest(50_000))).toMatchObject({ status: 'inconclusive', reason: 'its plan nests too deep for planlint' });
  });

  test('a table of which the start leaves nothing, beside one that is read', async () => {
    const sql = 'SELECT 1 FROM ledger_entry e LEFT JOIN credit c ON c.account_group = $1 AND c.created_at >= $2';
    const emptied = { 'Node Type': 'Append', 'Subplans Removed': 6, Plans: [] };
    const reason = 'its plan reads no leaf of c, and does not tell what its keys are compared with';
    const joined = { 'Node Type': 'Nested Loop', Plans: [{ ...one, Alias: 'e' }, emptied] };
    expect(await check(sql, { Plan: joined })).toMatchObject({ status: 'inconclusive', reason });
  });

  test('a text of several statements', async () => {
    const reason = 'its text is of several statements, and the plan is that of one';
    expect(await check('SELECT 1; SELECT * FROM ledger_entry', { Plan: one })).toMatchObject({ status: 'inconclusive', reason });
  });
});

describe('what is certain is judged', () => {
  const missing = append(leaf('ledger_entry_g1_2025'), leaf('ledger_entry_g2_2025'), leaf('ledger_entry_g4_2025'));
  const cases: readonly (readonly [what: string, sql: string, root: Json, expected: object])[] = [
    ['a leaf that only production has does not make good what is bad', select, missing, { verdict: 'missing-key' }],
    ['a name that two schemas have, and no leaf', 'SELECT * FROM ledger_lookup', scan('ledger_lookup'), { verdict: 'not-partitioned' }],
    ['a catalogue of the system', 'SELECT * FROM pg_class', scan('pg_class'), { verdict: 'not-partitioned' }],
    [
      'a catalogue of the system, with its schema',
      'SELECT * FROM pg_class',
      scan('pg_class', { Schema: 'pg_catalog' }),
      { verdict: 'not-partitioned' },
    ],
    [
      "a variable of a function's, which its text has as a name",
      'SELECT * FROM ledger_entry WHERE account_group = grp AND created_at = at',
      { ...append(leaf('ledger_entry_g1_2025', '((account_group = $5) AND (created_at = $6))')), 'Subplans Removed': 5 },
      { verdict: 'start-only', tables: [{ keys: [{ binding: 'equality' }, { binding: 'equality' }] }] },
    ],
    [
      'a view',
      'SELECT * FROM keyless WHERE account_group = 1',
      append(leaf('ledger_entry_g1_2025', '(account_group = 1)'), leaf('ledger_entry_g1_2026', '(account_group = 1)')),
      { verdict: 'missing-key', tables: [{ table: 'public.ledger_entry', keys: [{ binding: 'equality' }, { binding: 'missing' }] }] },
    ],
    [
      'an array in a generic plan, which prunes nothing',
      'SELECT * FROM ledger_entry WHERE account_group = ANY ($1) AND created_at = $2',
      {
        ...append(...['1', '2'].map((n) => leaf(`ledger_entry_g${n}_2025`, '((account_group = ANY ($1)) AND (created_at = $2))'))),
        'Subplans Removed': 4,
      },
      { verdict: 'missing-key', tables: [{ keys: [{ binding: 'wrapped' }, { binding: 'equality' }] }] },
    ],
  ];
  test.each(cases)('%s', async (_, sql, root, expected) => {
    expect(await check(sql, { Plan: root })).toMatchObject({ status: 'analysed', plan: 'captured', ...expected });
  });

  test('a parameter and what a sub-select finds, which 16 prints alike', async () => {
    const condition = '((account_group = $0) AND (created_at = $1))';
    const found = { 'Node Type': 'Result', 'Parent Relationship': 'InitPlan', 'Subplan Name': 'InitPlan 1 (returns $0)' };
    const root = append(found, leaf('ledger_entry_g1_2025', condition), leaf('ledger_entry_g2_2025', condition));
    const judged = await check('SELECT * FROM ledger_entry WHERE account_group = (SELECT 1) AND created_at = $1', {
      Plan: { ...root, 'Subplans Removed': 3 },
    });
    expect(judged).toMatchObject({ verdict: 'run-only', tables: [{ keys: [{ binding: 'run-time' }, { binding: 'equality' }] }] });
  });

  test('equal statements by each plan of theirs, and once by equal plans, whatever they cost', async () => {
    const plans = [
      { Plan: one },
      { Plan: { ...one, 'Total Cost': 3 } },
      { Plan: append(leaf('ledger_entry_g1_2025'), leaf('ledger_entry_g2_2025')) },
    ];
    const report = await checkUnseen(database, plans.map((plan) => JSON.stringify({ sql: select, plan })).join('\n'));
    expect(report.statements.map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'missing-key']);
    expect(report.summary).toMatchObject({ statements: 3, distinct: 2 });
  });

  test('and the reader sees that the plan is not of today', async () => {
    const report = await checkUnseen(database, JSON.stringify({ sql: select, plan: { Plan: missing }, name: 'all' }));
    expect(formatPretty(report, { colour: false, width: 100, schema: 's', elapsedMs: 1 })).toContain('  1:1  all  plan as captured\n');
  });
});
