import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { glob } from 'tinyglobby';

/** Gives the run a cache folder of its own, shared by its workers; afterwards no server may be left in it. */
export default async function setup(): Promise<() => Promise<void>> {
  const cache = await mkdtemp(join(tmpdir(), 'planlint-test-'));
  // Where the tests run as root the server runs as another user.
  await chmod(cache, 0o755);
  process.env['PLANLINT_CACHE'] = cache;
  return async () => {
    // A server is told to stop when its last client is gone, which is when the last worker has ended.
    let left = await findServers(cache);
    for (let tries = 0; left.length > 0 && tries < 100; tries += 1) {
      await pause(100);
      left = await findServers(cache);
    }
    if (left.length > 0) {
      // vitest prints what a teardown throws and still ends with 0.
      process.exitCode = 1;
      throw new Error(`PostgreSQL servers outlived the tests: ${left.join(', ')} in ${cache}`);
    }
    await rm(cache, { recursive: true, force: true, maxRetries: 3 });
  };
}

/** Process ids of the servers that run on a data directory below `cache`. */
async function findServers(cache: string): Promise<readonly number[]> {
  const locks = await glob('**/postmaster.pid', { cwd: cache, absolute: true, dot: true });
  const texts = await Promise.all(locks.map((lock) => readFile(lock, 'utf8').catch(() => '')));
  return texts.map((text) => Number.parseInt(text, 10)).filter(isRunning);
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
