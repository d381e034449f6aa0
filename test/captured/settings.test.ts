import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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
