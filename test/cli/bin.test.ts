import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
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

  // Only Linux has a device that is always full.
  test.runIf(existsSync('/dev/full'))('says so where its output cannot be written', () => {
    for (const argv of [report, ['--help']]) {
      const full = openSync('/dev/full', 'w');
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'bin/planlint.js'), ...argv], {
        cwd,
        stdio: ['ignore', full, 'pipe'],
        encoding: 'utf8',
      });
      closeSync(full);
      expect([status, stderr]).toEqual([
        2,
        'planlint: cannot write to standard output: no space is left\nhint: send it somewhere else, or name a file with --output-file\n',
      ]);
    }
  });

  test.runIf(existsSync('/dev/full'))('keeps its exit code where nobody can be told of an error', () => {
    const full = openSync('/dev/full', 'w');
    const { status } = spawnSync(process.execPath, [join(root, 'bin/planlint.js'), 'check'], { cwd, stdio: ['ignore', full, full] });
    closeSync(full);
    expect(status).toBe(2);
  });

  test('says so where it cannot be loaded', async () => {
    await mkdir(join(cwd, 'bin'));
    await mkdir(join(cwd, 'dist/cli'), { recursive: true });
    await cp(join(root, 'bin/planlint.js'), join(cwd, 'bin/planlint.mjs'));
    await writeFile(join(cwd, 'dist/cli/main.js'), "import 'package-that-is-not-there';");
    const { status, stderr } = spawnSync(process.execPath, [join(cwd, 'bin/planlint.mjs')], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^planlint: cannot start: .*package-that-is-not-there.*\nhint: .*\n$/);
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
