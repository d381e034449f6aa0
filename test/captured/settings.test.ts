import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-settings-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

writeFileSync(
  join(folder, 'schema.sql'),
  `CREATE ROLE app;
   CREATE TABLE event (tenant int NOT NULL, id int NOT NULL) PARTITION BY LIST (tenant);
   CREATE TABLE event_1 PARTITION OF event FOR VALUES IN (1);
   CREATE TABLE event_2 PARTITION OF event FOR VALUES IN (2);
   CREATE TABLE event_3 PARTITION OF event FOR VALUES IN (3);
   INSERT INTO event SELECT t, n FROM generate_series(1, 3) t, generate_series(1, 50) n;
   ALTER TABLE event ENABLE ROW LEVEL SECURITY;
   CREATE POLICY of_tenant ON event USING (tenant = current_setting('app.tenant')::int);
   GRANT SELECT ON event TO app;`,
);

const sql = 'SELECT id FROM event WHERE id = 7';
const cases: readonly (readonly [settings: Readonly<Record<string, string>>, expected: string])[] = [
  [{}, 'analysed 3'],
  [{ role: 'app', 'app.tenant': '2' }, 'analysed 1'],
  [{ role: 'app', 'app.tenant': "2'; DROP TABLE event; --" }, `failed invalid input syntax for type integer: "***"`],
  [{ role: 'nobody' }, 'inconclusive what its session had set is refused here: role "***" does not exist'],
  [{ work_mem: 'nonsense' }, 'analysed 3'],
];

test('a statement is judged under what its session had set', { timeout: 60_000 }, async () => {
  writeFileSync(join(folder, 'q.jsonl'), cases.map(([settings]) => `${JSON.stringify({ sql, settings })}\n`).join(''));
  const { stdout, stderr } = await run(['check', 'q.jsonl', '--schema', 'schema.sql', '--format', 'json'], { cwd: folder });
  expect(stdout, stderr).not.toBe('');
  const statements: { status: string; reason: string | null; tables: { leaves: { planned: number } }[] }[] = JSON.parse(stdout).statements;
  expect(statements.map(({ status, reason, tables }) => `${status} ${reason ?? tables[0]?.leaves.planned}`)).toEqual(
    cases.map(([, expected]) => expected),
  );
});

const login = (pid: number, text: string): string => `2026-12-01 10:00:00.000 UTC [${pid}] LOG:  statement: ${text}\n`;
const error = (pid: number, text: string): string =>
  `2026-12-01 10:00:00.000 UTC [${pid}] ERROR:  no\n2026-12-01 10:00:00.000 UTC [${pid}] STATEMENT:  ${text}\n`;
/** Two sessions that stand between each other, one of which sets what it takes back, and what fails. */
const stderr = [
  login(7, 'SET ROLE app'),
  login(8, 'SET ROLE app'),
  login(7, 'BEGIN'),
  login(8, 'BEGIN'),
  login(7, 'SET LOCAL app.tenant = 2'),
  login(8, "SELECT set_config('app.tenant', '3', true)"),
  login(7, 'SELECT id FROM event WHERE id = 71'),
  login(8, 'SELECT id FROM event WHERE id = 81'),
  login(8, 'SET LOCAL app.tenant = nonsense!'),
  error(8, 'SET LOCAL app.tenant = nonsense!'),
  login(7, 'COMMIT'),
  login(8, 'ROLLBACK'),
  login(7, 'RESET ROLE'),
  login(8, 'RESET ROLE'),
  login(7, 'SELECT id FROM event WHERE id = 72'),
  login(8, 'SELECT id FROM event WHERE id = 82'),
].join('');
const csv = stderr
  .split('\n')
  .filter((line) => line.includes('LOG:'))
  .map((line) => {
    const [, pid = '', text = ''] = /\[(\d+)\] LOG: {2}(.*)$/.exec(line) ?? [];
    return `2026-12-01 10:00:00.000 UTC,"a","d",${pid},"127.0.0.1:1",6.${pid},1,"x",2026-12-01 10:00:00 UTC,3/1,0,LOG,00000,"${text.replaceAll('"', '""')}",,,,,,,,,"psql","client backend",,0\n`;
  })
  .join('');

test.each([
  ['stderr', 'server.log', stderr],
  ['csvlog', 'server.csv', csv],
])('statements of a %s under what their session had set', { timeout: 60_000 }, async (_, name, text) => {
  writeFileSync(join(folder, name), text);
  const { stdout, stderr: said } = await run(['check', name, '--schema', 'schema.sql', '--format', 'json', '--show-values'], { cwd: folder });
  expect(stdout, said).not.toBe('');
  const statements: { sql: string; tables: { leaves: { planned: number } }[] }[] = JSON.parse(stdout).statements;
  const leaves = statements.flatMap(({ sql, tables }) => (/id = (\d+)/.test(sql) ? [`${/\d+$/.exec(sql)?.[0]}: ${tables[0]?.leaves.planned}`] : []));
  expect(leaves).toEqual(['71: 1', '81: 1', '72: 3', '82: 3']);
});

test('what explain draws, and a program that sets', { timeout: 120_000 }, async () => {
  writeFileSync(join(folder, 'e.jsonl'), `${JSON.stringify({ sql, settings: { role: 'app', 'app.tenant': '2' } })}\n`);
  const drawn = await run(['explain', 'e.jsonl', '--schema', 'schema.sql', '--format', 'json'], { cwd: folder });
  expect(JSON.parse(drawn.stdout).statements[0].references[0].leaves.planned).toBe(1);
  writeFileSync(
    join(folder, 'app.cjs'),
    `const { Client } = require(${JSON.stringify(createRequire(import.meta.url).resolve('pg'))});
     (async () => {
       const client = new Client({ connectionString: process.env.DATABASE_URL, options: '-c app.tenant=1' });
       await client.connect();
       const ask = (text, values) => client.query(text, values).catch(() => {});
       for (const text of ['SET ROLE app', 'SELECT id FROM event WHERE id = 1', 'BEGIN']) await ask(text);
       await ask("SELECT set_config('app.tenant', $1, true)", ['2']);
       for (const text of ['SELECT id FROM event WHERE id = 2', 'COMMIT', 'RESET ROLE', 'SELECT id FROM event WHERE id = 3']) await ask(text);
       await client.end();
     })();`,
  );
  const argv = ['run', '--schema', 'schema.sql', '--format', 'json', '--show-values', '--', process.execPath, 'app.cjs'];
  const { stdout, stderr: said } = await run(argv, { cwd: folder, env: process.env });
  expect(stdout, said).not.toBe('');
  const told: { sql: string; tables: { leaves: { planned: number } }[] }[] = JSON.parse(stdout).statements;
  const leaves = told.flatMap(({ sql: text, tables }) => (/id = \d/.test(text) ? [`${text.slice(-1)}: ${tables[0]?.leaves.planned}`] : []));
  expect(leaves.sort()).toEqual(['1: 1', '2: 1', '3: 3']);
});
