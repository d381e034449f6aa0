import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { brief, captures, readCapture, squeeze } from './read.ts';

interface Expected {
  readonly sql: string;
  readonly params: readonly (string | null)[];
  readonly calls: number;
}

function expectedOf(library: string): readonly Expected[] {
  const lines = readFileSync(join(captures, library, 'expected.jsonl'), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Expected);
}

const withValues = ['logall.stderr.log', 'logall.csv', 'logall.json'];
const ofPg = ['mindur', 'dur_bind'].flatMap((run) => ['stderr.log', 'csv', 'json'].map((form) => `${run}.${form}`));

describe('every statement that the server ran, with its values', () => {
  const libraries = ['drizzle', 'knex', 'pg', 'pgjdbc', 'prisma', 'sequelize', 'sqlalchemy', 'typeorm'];
  const files = [...libraries.flatMap((library) => withValues.map((file) => [library, file] as const)), ...ofPg.map((file) => ['pg', file] as const)];
  test.each([...files, ['pgjdbc', 'mindur.stderr.log'] as const])('%s %s', async (library, file) => {
    const { statements, summary } = await readCapture(`${library}/server/${file}`);
    const found = statements.map((statement) => JSON.stringify([brief(statement), statement.calls]));
    for (const { sql, params, calls } of expectedOf(library))
      expect(found).toContain(JSON.stringify([[squeeze(sql).replace(/;$/, ''), ...params], calls]));
    expect(summary.strays).toBe(0);
  });
});

describe('every statement that the server ran, without values', () => {
  test.each(['pg/server/aex.stderr.log', 'pg/server/aex.csv', 'pg/server/aex.json'])('%s', async (path) => {
    const { statements } = await readCapture(path);
    const found = statements.map(({ sql }) => squeeze(sql));
    for (const { sql } of expectedOf('pg')) expect(found).toContain(squeeze(sql));
    // Foreign keys are checked by statements that nobody wrote.
    expect(found.filter((sql) => sql.includes('OPERATOR'))).toEqual([]);
    const planned = statements.filter(({ plan }) => plan !== null);
    expect(planned).toHaveLength(statements.length - 1);
  });

  test.each(['xml', 'yaml', 'text'])('auto_explain in %s', async (form) => {
    const { statements } = await readCapture(`server-variants/autoexplain_${form}.stderr.log`);
    const found = statements.map(({ sql }) => squeeze(sql));
    for (const { sql } of expectedOf('pg')) expect(found).toContain(squeeze(sql));
    expect(found.slice(-3)).toEqual(['SELECT 1', expect.stringMatching(/^UPDATE/), 'SELECT 2']);
    expect(statements.every(({ plan }) => plan === null)).toBe(true);
  });

  test.each(['csv', 'json'])('pg_stat_statements in %s', async (form) => {
    const { statements } = await readCapture(`pg/server/pg_stat_statements.${form}`);
    const found = statements.map(({ sql, calls }) => [squeeze(sql), calls]);
    expect(found).toHaveLength(16);
    expect(found).toContainEqual(['SELECT * FROM ledger_entry WHERE id = $1', 3]);
    expect(found.filter(([sql]) => /OPERATOR|^BEGIN|^COMMIT/.test(String(sql)))).toEqual([]);
  });
});

describe('whatever the prefix', () => {
  const plain = readCapture('server-variants/prefix_default_mp.stderr.log');
  test.each(['azure', 'debian', 'pgbadger', 'queryid', 'rds'])('%s', async (prefix) => {
    const { statements } = await readCapture(`server-variants/prefix_${prefix}.stderr.log`);
    expect(statements.map(brief)).toEqual((await plain).statements.map(brief));
    expect((await plain).statements).toHaveLength(19);
  });

  test.each(['verbosity_verbose', 'statement_and_duration'])('%s', async (variant) => {
    const { statements } = await readCapture(`server-variants/${variant}.stderr.log`);
    expect(statements.map((one) => [brief(one), one.calls])).toEqual((await plain).statements.map((one) => [brief(one), one.calls]));
  });
});

describe('what a server leaves out', () => {
  test.each(['verbosity_terse', 'params_off'])('%s has no values', async (variant) => {
    const { statements } = await readCapture(`server-variants/${variant}.stderr.log`);
    expect(statements).toHaveLength(19);
    expect(statements.every(({ parameters }) => parameters === null)).toBe(true);
  });

  test.each(['stderr.log', 'csv', 'json'])('values that are cut in %s are unknown', async (form) => {
    const { statements } = await readCapture(`server-variants/params_truncated.${form}`);
    const [first] = statements;
    expect(first?.parameters).toEqual({ from: 'given', values: new Map([[1, '1999999']]), types: new Map() });
    expect(statements.find(({ sql }) => sql.startsWith('UPDATE'))?.parameters?.values).toEqual(new Map([[2, "it's\na \\ test"]]));
  });

  test.each(['stderr.log', 'csv', 'json'])('a statement that failed, in %s', async (form) => {
    const { statements } = await readCapture(`server-variants/params_on_error.${form}`);
    expect(statements.map(brief)).toEqual([['SELECT * FROM ledger_entry WHERE no_such = $1']]);
  });
});

describe('what SQL itself prepares', () => {
  test.each(['stderr.log', 'csv', 'json'])('EXECUTE and a cursor in %s', async (form) => {
    const { statements } = await readCapture(`server-variants/sql_prepare_execute.${form}`);
    expect(statements.map(brief)).toEqual([
      ['SELECT * FROM ledger_entry WHERE id = $1', '00000000-0000-4000-8000-000000002402'],
      [expect.stringMatching(/^EXPLAIN EXECUTE/)],
      ['DECLARE c CURSOR FOR SELECT * FROM ledger_entry WHERE account_id = 1999999'],
    ]);
    expect(statements[0]?.parameters?.types).toEqual(new Map([[1, 'uuid']]));
  });

  test('a statement inside a function has its place', async () => {
    const { statements } = await readCapture('server-variants/plpgsql_nested.stderr.log');
    const inner = statements.find(({ sql }) => sql.startsWith('SELECT amount'));
    expect(inner).toMatchObject({ name: 'entry_amount(uuid) line 3', line: 7, plan: { root: { 'Node Type': 'Append' } } });
    expect(statements.filter(({ sql }) => sql.startsWith('SELECT entry_amount'))).toMatchObject([{ calls: 1 }]);
  });
});

test('constants that pg_stat_statements took out leave a text that parses', async () => {
  const { statements } = await readCapture('server-variants/pgss_traps.csv');
  expect(statements.map(({ sql, calls }) => [calls, sql])).toEqual([
    [2, 'SELECT count(*) FROM ledger_entry WHERE id = $1'],
    [1, 'SELECT count(*) FROM ledger_entry WHERE account_group = $1 AND created_at >= now() - $2::interval'],
    [1, 'SELECT count(*) FROM ledger_entry WHERE account_group = $1 AND created_at >= $2::timestamptz AND created_at < $3::date'],
    [1, 'SELECT count(*) FROM ledger_entry WHERE account_group = ANY ($1::int[]) AND (created_at, id) > ($2, $3)'],
    [1, 'SELECT count(*) FROM ledger_entry WHERE id IN ($1,$2) LIMIT $3'],
  ]);
});
