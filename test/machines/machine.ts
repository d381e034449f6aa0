import { spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The program of this repository; `npm run build` makes it. */
export const program = join(import.meta.dirname, '../../bin/planlint.js');

export const isRoot = process.geteuid?.() === 0;

/** A folder on a machine to try something on: a project with a schema and a bad query. */
export interface Machine {
  readonly root: string;
  readonly project: string;
  /** Writes a file of the project. */
  write(path: string, content: string): void;
  /** Makes a folder below the root. */
  folder(path: string, mode?: number, owner?: number): string;
  run(options?: Options): Promise<Run>;
}

export interface Options {
  /** By default that of this repository. */
  readonly program?: string;
  /** After the paths and the schema. */
  readonly flags?: readonly string[];
  /** All of the environment; a fresh cache of this machine's own where it names none. */
  readonly env?: Readonly<Record<string, string>>;
  /** An account to run as, which takes root. */
  readonly uid?: number;
  readonly node?: readonly string[];
  readonly umask?: string;
}

export interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const schema = `CREATE TABLE reading (region int, at date, value int) PARTITION BY LIST (region);
CREATE TABLE reading_1 PARTITION OF reading FOR VALUES IN (1) PARTITION BY RANGE (at);
CREATE TABLE reading_1_2025 PARTITION OF reading_1 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE reading_1_2026 PARTITION OF reading_1 FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`;

/** Gives `action` a machine that is gone afterwards; no server may be left on it. */
export async function onMachine<T>(action: (machine: Machine) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'planlint-machine-'));
  chmodSync(root, 0o755);
  const project = join(root, 'project');
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), content, { mode: 0o644 });
  };
  const folder = (path: string, mode = 0o755, owner?: number): string => {
    mkdirSync(join(root, path), { recursive: true });
    if (owner !== undefined) chownSync(join(root, path), owner, owner);
    chmodSync(join(root, path), mode);
    return join(root, path);
  };
  write('schema.sql', schema);
  write('query.sql', 'SELECT value FROM reading WHERE region = 1;');
  try {
    const result = await action({ root, project, write, folder, run: (options = {}) => run(root, options) });
    await waitForEnd(root);
    return result;
  } finally {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function run(root: string, { program: file = program, flags = [], env = {}, uid, node = [process.execPath], umask }: Options): Promise<Run> {
  const argv = [...node, file, 'check', 'query.sql', '--schema', 'schema.sql', ...flags];
  const as = uid === undefined ? [] : ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups'];
  const shell = umask === undefined ? [] : ['sh', '-c', `umask ${umask}; exec "$@"`, 'sh'];
  const [command = '', ...args] = [...shell, ...as, ...argv];
  const child = spawn(command, args, {
    cwd: join(root, 'project'),
    env: 'PLANLINT_CACHE' in env || 'TMPDIR' in env ? env : { ...env, PLANLINT_CACHE: join(root, 'cache') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text) => {
      texts[name] += text;
    });
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code, ...texts };
}

/** What a run came to, in a few words: that it found the fault of the query, or what it said instead. */
export function outcome({ code, stdout, stderr }: Run): string {
  if (code === 1 && stdout.includes('`at` is not constrained')) return 'works';
  return stderr.trim().split('\n').join(' — ');
}

/** What a run said instead of a report, as two pieces of code: the message and the hint. */
export function message({ root }: Machine, { stderr }: Run): string {
  const lines = stderr
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(`${root}/`, '').replace(/^planlint: /, ''));
  return lines.map((line) => `“${line}”`).join(', ');
}

/** Ids of the processes that work below a folder. */
export function findProcesses(root: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && readCommand(name).includes(root))
    .map(Number);
}

async function waitForEnd(root: string): Promise<void> {
  for (let tries = 0; findProcesses(root).length > 0; tries += 1) {
    if (tries === 200) throw new Error(`processes are left: ${findProcesses(root).map((pid) => readCommand(String(pid)))}`);
    await pause(50);
  }
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
