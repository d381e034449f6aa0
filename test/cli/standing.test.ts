import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { run } from './run.ts';

const schema = `CREATE TABLE entry (id integer, grp integer) PARTITION BY LIST (grp);
CREATE TABLE entry_1 PARTITION OF entry FOR VALUES IN (1);
CREATE TABLE entry_2 PARTITION OF entry FOR VALUES IN (2);
CREATE FUNCTION total(g integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  RETURN (SELECT count(*) FROM entry WHERE grp = g)
       + (SELECT count(*)
          FROM entry WHERE id = g);
END $$;
UPDATE entry SET id = 1;
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-standing-'));
  await writeFile(join(cwd, 'schema.sql'), schema);
  await writeFile(join(cwd, 'seed.sql'), 'INSERT INTO entry SELECT id + 1, 2 FROM entry;\n');
  await writeFile(join(cwd, 'good.sql'), 'SELECT id FROM entry WHERE grp = 1;\n');
  await writeFile(join(cwd, 'plain.sql'), 'CREATE TABLE entry (id integer);\n');
});
afterAll(() => rm(cwd, { recursive: true }));

const check = (line: string) => run(['check', ...line.split(' ')], { cwd });

async function places(line: string): Promise<readonly string[]> {
  const { stdout } = await check(`${line} --format json`);
  const report: Report = JSON.parse(stdout);
  return report.statements.map((statement) => `${statement.path}:${statement.line}:${statement.column} ${statement.verdict}`);
}

describe('what stands in the files of the schema is checked', () => {
  const all = '--schema schema.sql --seed seed.sql';
  test.each([
    [`good.sql ${all}`, ['good.sql:1:1 ok']],
    [`good.sql ${all} --lint-functions`, ['good.sql:1:1 ok', 'schema.sql:6:11 ok', 'schema.sql:7:11 missing-key']],
    [`${all} --lint-functions`, ['schema.sql:6:11 ok', 'schema.sql:7:11 missing-key']],
    [`${all} --lint-migrations`, ['schema.sql:10:1 missing-key', 'seed.sql:1:1 missing-key']],
    [
      `${all} --lint-functions --lint-migrations`,
      ['schema.sql:6:11 ok', 'schema.sql:7:11 missing-key', 'schema.sql:10:1 missing-key', 'seed.sql:1:1 missing-key'],
    ],
  ])('%s', async (line, found) => expect(await places(line)).toEqual(found));
});

test('the report shows the lines of the body as the file has them, and ends with 1', async () => {
  const { code, stdout, stderr } = await check('--schema schema.sql --lint-functions');
  expect([code, stderr]).toEqual([1, '']);
  expect(stdout).toMatch(/^schema\.sql\n\n {2}7:11 {2}function total\n {7}7 │ +SELECT count\(\*\)\n {7}8 │ +FROM entry WHERE id = g\n {9}│ +~~~~~\n/);
  expect(stdout).toContain('1 error in 2 statements (1 file)');
});

describe('a run that cannot check them says so', () => {
  test.each([
    ['--schema plain.sql --lint-functions', 'no statement in the files of the schema'],
    ['good.sql --url postgres://localhost:1/none --lint-functions', '--lint-functions reads the files of --schema, and there are none'],
    ['--schema-command true --lint-migrations', '--lint-migrations reads the files of --schema, and there are none'],
    ['--schema schema.sql', 'no paths to check'],
  ])('%s', async (line, message) => {
    const { code, stderr } = await check(line);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain('hint: ');
  });

  test('unless it may', async () => {
    expect((await check('--schema plain.sql --lint-functions --no-error-on-unmatched-pattern')).code).toBe(0);
  });
});
