import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Database } from '../../src/database/database.ts';
import { type EmbeddedOptions, openEmbedded } from '../../src/database/embedded.ts';

/** A working folder with SQL files, and a cache of its own. */
export interface Site {
  readonly cwd: string;
  readonly cache: string;
  write(path: string, content: string | Uint8Array): void;
  open(options?: Partial<EmbeddedOptions>): Promise<Database>;
  /** Starts another process that opens the same, prints `open`, and then waits to be killed; or does what `body` says with the function `open`. */
  spawn(options?: Partial<EmbeddedOptions>, body?: string): ReturnType<typeof spawn>;
  /** Ids of the processes that work in the cache. */
  findProcesses(): readonly number[];
  /** Waits until no process works in the cache any more. */
  becomesQuiet(): Promise<boolean>;
  remove(): Promise<void>;
}

/** The programs of a test run are built first; a child process runs them. */
const built = pathToFileURL(join(import.meta.dirname, '../../dist/src/database/embedded.js')).href;

export function makeSite(subfolder = 'cache'): Site {
  const root = mkdtempSync(join(tmpdir(), 'planlint-database-'));
  // Where the tests run as root the server runs as another user.
  chmodSync(root, 0o755);
  const cache = join(root, subfolder);
  const cwd = join(root, 'project');
  mkdirSync(cwd);
  process.env['PLANLINT_CACHE'] = cache;
  const toOptions = (options: Partial<EmbeddedOptions> = {}) => ({ schema: ['schema'], seed: [], cwd, settings: {}, binaries: null, ...options });
  const findProcesses = () => findRunning().filter(({ command }) => command.includes(cache));
  const becomesQuiet = async () => {
    for (let tries = 0; tries < 200; tries += 1) {
      if (findProcesses().length === 0) return true;
      await pause(50);
    }
    return false;
  };
  return {
    cwd,
    cache,
    write(path, content) {
      mkdirSync(dirname(join(cwd, path)), { recursive: true });
      writeFileSync(join(cwd, path), content);
    },
    open: (options) => openEmbedded(toOptions(options)),
    spawn(options, body = "await open(); console.log('open'); setInterval(() => {}, 1000);") {
      const code = `import { openEmbedded } from ${JSON.stringify(built)};
        const open = () => openEmbedded(${JSON.stringify(toOptions(options))});
        ${body}`;
      return spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
    },
    findProcesses: () => findProcesses().map(({ pid }) => pid),
    becomesQuiet,
    async remove() {
      await becomesQuiet();
      rmSync(root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Running {
  readonly pid: number;
  readonly command: string;
}

function findRunning(): readonly Running[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && existsSync(`/proc/${name}/cmdline`))
    .map((name) => ({ pid: Number(name), command: readCommand(name) }))
    .filter(({ command }) => /postgres|initdb|\/sh\b/.test(command));
}

function readCommand(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
