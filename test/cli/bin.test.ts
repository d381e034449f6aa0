import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { version } from '../../src/version.ts';

const root = resolve(import.meta.dirname, '../..');
const ledger = join(root, 'fixtures/ledger');
const report = ['check', 'many.sql', '--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql'), '--format', 'json'];

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'planlint-bin-'));
  await writeFile(join(cwd, 'many.sql'), 'SELECT id FROM ledger_entry WHERE id IS NULL;\n'.repeat(2000));
});
afterAll(() => rm(cwd, { recursive: true }));

describe('the program', () => {
  test('hands over its arguments, its streams and the exit code', async () => {
    expect(await start(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
    expect(await start(['check'])).toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(/^planlint: no paths to check\n/) });
  });

  test('writes a report of megabytes to a pipe to the end', async () => {
    const { code, stdout, stderr } = await start(report);
    expect([code, stderr]).toEqual([1, '']);
    expect(stdout.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(stdout).statements).toHaveLength(2000);
  });

  test('is quiet about a reader that has seen enough', async () => {
    const { code, stderr } = await start(report, { untilBytes: 100 });
    expect([code, stderr]).toEqual([1, '']);
  });
});

async function start(argv: readonly string[], { untilBytes = Infinity } = {}): Promise<{ code: number; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [join(root, 'bin/planlint.js'), ...argv], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk;
    if (stdout.length > untilBytes) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stdout, stderr };
}
