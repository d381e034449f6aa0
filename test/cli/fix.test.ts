import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applyFixes } from '../../src/cli/apply-fixes.ts';
import type { Report } from '../../src/report/report.ts';
import { readSources } from '../../src/source/inputs.ts';
import { sampleReport } from '../report/sample.ts';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];

const day = "SELECT id FROM ledger_entry WHERE account_group = 7 AND created_at::date = '2025-03-01'";
const dayFixed = "SELECT id FROM ledger_entry WHERE account_group = 7 AND created_at >= '2025-03-01' AND created_at < '2025-03-02'";
const join3 = `SELECT e.id
FROM ledger_entry e -- the entries
JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at
WHERE e.account_group = $1
  AND e.created_at >= $2
  AND e.created_at < $3`;
const join3Fixed = `${join3}
  AND c.created_at >= $2
  AND c.created_at < $3`;
const byId = 'SELECT amount FROM ledger_entry WHERE id = $1';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-fix-'));
});
afterEach(() => rm(cwd, { recursive: true }));

const check = (...argv: readonly string[]) => run(['check', ...argv, ...schema], { cwd });
const write = (name: string, text: string): Promise<void> => writeFile(join(cwd, name), text);
const read = (name: string): Promise<string> => readFile(join(cwd, name), 'utf8');

test('writes what gives the same rows, and reports on the files as they are then', async () => {
  await write('q.sql', `-- a day\n${day};\n\n/* a join */ ${join3};\n`);
  const { code, stdout, stderr } = await check('q.sql', '--fix');
  expect(await read('q.sql')).toBe(`-- a day\n${dayFixed};\n\n/* a join */ ${join3Fixed};\n`);
  expect(stderr).toBe('planlint: mended 2 statements in 1 file\n');
  expect(stdout).toMatch(/^✔ 2 statements/);
  expect(code).toBe(0);
  expect(await readdir(cwd)).toEqual(['q.sql']);
});

test('leaves alone what assumes something or needs another value', async () => {
  const text = `${byId};\n${day};\n`;
  await write('q.sql', text);
  const { code, stdout } = await check('q.sql', '--fix', '--format', 'json');
  expect(code).toBe(1);
  expect(await read('q.sql')).toBe(`${byId};\n${dayFixed};\n`);
  const { findings, statements } = JSON.parse(stdout) as Report;
  expect(statements.map(({ sql }) => sql)).toEqual([byId, dayFixed]);
  expect(new Set(findings.map(({ statement }) => statement))).toEqual(new Set([0]));
  expect(findings[0]?.evidence.fix).toMatchObject({ kind: 'narrowed', needs: ['account_group', 'created_at'] });
});

test('keeps the mode, a byte order mark, line ends, and what has no semicolon', async () => {
  await write('q.sql', `\ufeff${day};\r\n${join3.replaceAll('\n', '\r\n')}`);
  await chmod(join(cwd, 'q.sql'), 0o640);
  expect((await check('q.sql', '--fix')).code).toBe(0);
  expect(await read('q.sql')).toBe(`\ufeff${dayFixed};\r\n${join3Fixed.replaceAll('\n', '\r\n')}`);
  expect((await stat(join(cwd, 'q.sql'))).mode & 0o777).toBe(0o640);
});

test('mends each of equal statements, and a file once however often it is named', async () => {
  await write('q.sql', `${day};\nSELECT 1;  ${day};\n${day}`);
  await symlink('q.sql', join(cwd, 'link.sql'));
  const { code, stderr } = await check('link.sql', 'q.sql', '.', '--fix');
  expect([code, stderr]).toEqual([0, 'planlint: mended 3 statements in 1 file\n']);
  expect(await read('q.sql')).toBe(`${dayFixed};\nSELECT 1;  ${dayFixed};\n${dayFixed}`);
  expect(await read('link.sql')).toBe(await read('q.sql'));
});

test('shows what it would write as a patch that applies, and writes nothing', async () => {
  const text = `SELECT 1;\nSELECT 2;\nSELECT 3;\nSELECT 4;\n${day};\nSELECT 5;\n\n\n\n\n\n\n\n${join3};\nSELECT 6`;
  await write('q.sql', text);
  const { code, stdout, stderr } = await check('q.sql', '--fix-dry-run');
  expect([code, stderr]).toEqual([1, 'planlint: --fix would mend 2 statements in 1 file\n']);
  expect(await read('q.sql')).toBe(text);
  expect(stdout).toBe(`--- a/q.sql
+++ b/q.sql
@@ -2,7 +2,7 @@
 SELECT 2;
 SELECT 3;
 SELECT 4;
-${day};
+${dayFixed};
 SELECT 5;
 
 
@@ -16,5 +16,7 @@
 JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at
 WHERE e.account_group = $1
   AND e.created_at >= $2
-  AND e.created_at < $3;
+  AND e.created_at < $3
+  AND c.created_at >= $2
+  AND c.created_at < $3;
 SELECT 6
\\ No newline at end of file
`);
  execFileSync('git', ['apply', '-'], { cwd, input: stdout });
  expect((await check('q.sql', '--fix-dry-run')).stdout).toBe('');
  expect(await read('q.sql')).toBe(text.replace(day, dayFixed).replace(join3, join3Fixed));
});

test('writes nothing where there is nothing to write', async () => {
  await write('q.sql', `${byId};\n`);
  await chmod(join(cwd, 'q.sql'), 0o444);
  expect(await check('q.sql', '--fix')).toMatchObject({ code: 1, stderr: 'planlint: no fix to write\n' });
  expect(await check('q.sql', '--fix-dry-run')).toMatchObject({ code: 1, stdout: '', stderr: 'planlint: no fix to write\n' });
});

test('does not write what is read-only, nor anything else then', async () => {
  await write('a.sql', day);
  await write('b.sql', day);
  await chmod(join(cwd, 'b.sql'), 0o444);
  expect(await check('a.sql', 'b.sql', '--fix')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'planlint: b.sql cannot be written: it is read-only\nhint: make it writable, or leave --fix out\n',
  });
  expect([await read('a.sql'), await read('b.sql')]).toEqual([day, day]);
});

test('leaves captured statements and standard input alone', async () => {
  await write('log.jsonl', `${JSON.stringify({ sql: day, file: 'q.sql', line: 1 })}\n`);
  await write('q.sql', 'SELECT 1');
  const { code, stderr } = await check('log.jsonl', 'q.sql', '--fix');
  expect([code, stderr]).toEqual([1, 'planlint: no fix to write\n']);
  expect(await read('q.sql')).toBe('SELECT 1');
  const piped = await run(['check', '-', '--fix', ...schema], { cwd, stdin: day });
  expect([piped.code, piped.stderr]).toEqual([1, 'planlint: no fix to write\n']);
});

test('takes one of the two flags', async () => {
  await write('q.sql', day);
  const { code, stderr } = await check('q.sql', '--fix', '--fix-dry-run');
  expect(code).toBe(2);
  expect(stderr).toContain("option '--fix-dry-run' cannot be used with option '--fix'");
});

test('a file that would hold other statements with its fixes is left as it is, and named', async () => {
  await writeFile(join(cwd, 'q.sql'), `${byId};\n`);
  const sources = await readSources(['q.sql'], cwd, process.stdin);
  const at = byId.length;
  const fix = { sql: '', edits: [{ start: at, end: at, text: '; DELETE FROM t' }], kind: 'same' as const, assumes: [], needs: [], leaves: 1 };
  const report = sampleReport([{ path: 'q.sql', sql: byId, findings: [{ evidence: { fix } }] }]);
  const applied = await applyFixes({ sources, report }, { cwd, fixDryRun: false, lintAgain: () => Promise.resolve(report) });
  expect(applied.receipt).toBe('planlint: no fix to write\nplanlint: q.sql is left as it is: with its fixes it would hold other statements\n');
  expect(await readFile(join(cwd, 'q.sql'), 'utf8')).toBe(`${byId};\n`);
});
