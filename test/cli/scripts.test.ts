import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];

const code = `import postgres from 'postgres';
const sql = postgres();
export const byPeriod = (group: number, from: Date, to: Date) => sql\`
  select id from ledger_entry
  where account_group = \${group} and created_at >= \${from} and created_at < \${to}\`;
export const byId = (id: string) => sql\`select id from ledger_entry where amount > \${1} and id = \${id}\`;
export const onDay = (group: number) =>
  sql\`select id from ledger_entry where account_group = \${group} and created_at::date = '2025-03-01'\`;
export const either = (group: number, id?: string) =>
  sql\`select id from ledger_entry where account_group = \${group} and created_at >= '2025-03-01' and created_at < '2025-03-02' \${id ? sql\`or id = \${id}\` : sql\`\`}\`;
export const filtered = (filter: unknown) => sql\`select id from ledger_entry where \${filter}\`;
`;

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-scripts-'));
  await mkdir(join(cwd, 'src/node_modules/p'), { recursive: true });
  await writeFile(join(cwd, 'src/q.ts'), code);
  await writeFile(join(cwd, 'src/empty.ts'), 'export const answer = 42;\n');
  await writeFile(join(cwd, 'src/types.d.ts'), 'declare const q: typeof sql`select * from ledger_entry`;\n');
  await writeFile(join(cwd, 'src/node_modules/p/i.js'), 'sql`select * from ledger_entry`;\n');
});
afterEach(() => rm(cwd, { recursive: true }));

test('a folder of a program is judged where its queries stand', async () => {
  const { code: exit, stdout } = await run(['check', 'src', ...schema, '--format', 'json'], { cwd });
  const { statements, findings, summary } = JSON.parse(stdout) as Report;
  expect(exit).toBe(1);
  expect(summary).toMatchObject({ files: 2, statements: 6, inconclusive: 1 });
  expect(statements.map(({ name, status, verdict, line }) => [name, status, verdict, line])).toEqual([
    ['byPeriod', 'analysed', 'ok', 4],
    ['byId', 'analysed', 'missing-key', 6],
    ['onDay', 'analysed', 'missing-key', 8],
    ['either', 'analysed', expect.stringMatching(/^m/), 10],
    ['either', 'analysed', 'ok', 10],
    ['filtered', 'inconclusive', null, 11],
  ]);
  expect(statements[5]?.reason).toBe('not static: `filter` may be more than a value there');
  const lines = code.split('\n');
  const pointed = findings.map(({ statement, line, column, endLine, endColumn }) => [
    statement,
    line === endLine ? lines[line - 1]?.slice(column - 1, endColumn - 1) : '',
  ]);
  expect(pointed).toContainEqual([1, 'ledger_entry']);
  expect(pointed).toContainEqual([2, "created_at::date = '2025-03-01'"]);
});

test('--fix writes what leaves the holes as they are', async () => {
  const { stderr } = await run(['check', 'src/q.ts', ...schema, '--fix'], { cwd });
  expect(stderr).toBe('planlint: mended 1 statement in 1 file\n');
  const fixed = code.replace("created_at::date = '2025-03-01'", "created_at >= '2025-03-01' AND created_at < '2025-03-02'");
  expect(await readFile(join(cwd, 'src/q.ts'), 'utf8')).toBe(fixed);
});

test('a file that does not parse is no pass', async () => {
  await writeFile(join(cwd, 'src/q.ts'), `${code}\nconst = 1;\n`);
  const { code: exit, stderr } = await run(['check', 'src', ...schema], { cwd });
  expect(exit).toBe(2);
  expect(stderr).toMatch(/src\/q\.ts:13:7: [a-z]/);
});
