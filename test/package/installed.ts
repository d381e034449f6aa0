import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);
const repository = join(import.meta.dirname, '../..');
const quick = ['--prefer-offline', '--no-audit', '--no-fund'];

/** planlint as it is published, and installed in a project that was empty. */
export interface Installed {
  readonly root: string;
  readonly tarball: string;
  /** Paths in the tarball. */
  readonly files: readonly string[];
  readonly project: string;
  readonly program: string;
  /** The same where no install script has run. */
  readonly bareProgram: string;
}

let installed: Promise<Installed> | undefined;

/** Packs and installs once, with npm. What `prepack` does beside the build is done here, since other tests use the build. */
export function install(): Promise<Installed> {
  installed ??= packAndInstall();
  return installed;
}

export async function removeInstalled(): Promise<void> {
  if (installed !== undefined) rmSync((await installed).root, { recursive: true, force: true });
}

async function packAndInstall(): Promise<Installed> {
  const root = mkdtempSync(join(tmpdir(), 'planlint-package-'));
  chmodSync(root, 0o755);
  await execute(process.execPath, ['packaging/pack-cluster.js'], { cwd: repository });
  const { stdout } = await execute('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', root], { cwd: repository });
  const [packed] = JSON.parse(stdout) as [{ filename: string; files: { path: string }[] }];
  const tarball = join(root, packed.filename);
  const [bare, project] = [join(root, 'bare'), join(root, 'project')];
  makeProject(bare);
  await execute('npm', ['install', '--ignore-scripts', ...quick, tarball], { cwd: bare });
  await execute('cp', ['-a', bare, project]);
  await execute('npm', ['rebuild'], { cwd: project });
  const program = 'node_modules/planlint/bin/planlint.js';
  return { root, tarball, files: packed.files.map(({ path }) => path), project, program: join(project, program), bareProgram: join(bare, program) };
}

/** An empty project for a package manager. */
export function makeProject(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }));
}
