import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const repository = join(import.meta.dirname, '../..');
const roots: string[] = [];

/** A project that has planlint as it is built, some packages, the ledger's schema, and these files. */
export function makeProject(packages: readonly string[], files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'planlint-testing-'));
  roots.push(root);
  mkdirSync(join(root, 'node_modules'));
  symlinkSync(repository, join(root, 'node_modules/planlint'));
  for (const name of packages) symlinkSync(join(repository, 'node_modules', name), join(root, 'node_modules', name));
  copyFileSync(join(repository, 'fixtures/ledger/schema.sql'), join(root, 'schema.sql'));
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true }', ...files })) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

export function removeProjects(): void {
  for (const root of roots) rmSync(root, { recursive: true });
}

export interface Ended {
  readonly code: number;
  /** Standard output, and behind it standard error; without colours. */
  readonly said: string;
}

/** Runs a program of a package in a project. */
export function runIn(root: string, argv: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    const options = { cwd: root, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0', CI: '1', VITEST: '', NODE_OPTIONS: '', ...env } };
    execFile(process.execPath, argv, options, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
      resolve({ code, said: `${stdout}\n${stderr}`.replace(/\u001b\[[\d;]*m/g, '') });
    });
  });
}
