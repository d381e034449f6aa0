import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];
const sql = 'DELETE FROM debit WHERE account_group = 3 AND created_at = (SELECT max(created_at) FROM ledger_lookup WHERE entry_number = 1)';

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-analyze-'));
  await writeFile(join(cwd, 'q.sql'), sql);
});
afterEach(() => rm(cwd, { recursive: true }));

test('--analyze tells what was read, which stays an error', async () => {
  const { code, stdout } = await run(['check', 'q.sql', '--analyze', ...schema], { cwd, columns: 200 });
  expect(code).toBe(1);
  expect(stdout).toContain('(executed: 1 of 5 was read)');
});

test('without it nothing is executed', async () => {
  const { stdout } = await run(['check', 'q.sql', '--format', 'json', ...schema], { cwd });
  expect(JSON.parse(stdout).statements[0].tables[0]).toMatchObject({ executed: null, executedWith: null });
});

test.each([
  [
    ['--analyze', '--url', 'postgres://localhost:1/none'],
    "planlint: --analyze executes statements, and --url names a server that is not planlint's own\n" +
      'hint: write --analyze-on-server to have statements executed there, in transactions that are rolled back; or leave it out\n',
  ],
  [
    ['--analyze-on-server', ...schema],
    'planlint: --analyze-on-server is for the server that --url names\nhint: write --analyze for the embedded one\n',
  ],
])('%j do not go together', async (flags, stderr) => {
  expect(await run(['check', 'q.sql', ...flags], { cwd })).toEqual({ code: 2, stdout: '', stderr });
});
