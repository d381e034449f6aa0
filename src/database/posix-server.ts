import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import {
  BrokenCluster,
  type Cluster,
  type Connect,
  farewell,
  type Hold,
  patience,
  readLock,
  readLog,
  toServerFlags,
  triesToStart,
} from './cluster.ts';
import { openLife, toPipe } from './life.ts';
import type { Machine } from './machine.ts';
import { toSpawnOptions } from './posix-run.ts';

/** Bytes of a socket's path that every platform takes. */
const longestPath = 103;

/** Runs as long as a pipe is open that every run holds. */
export async function hold<T>(machine: Machine, cluster: Cluster, connect: Connect<T>): Promise<Hold<T>> {
  const { folder, port } = cluster;
  const life = openOrBreak(folder);
  const started: ChildProcess[] = [];
  const release = (milliseconds: number) => {
    closeSync(life);
    return waitForEnd(started.at(-1), milliseconds);
  };
  try {
    const until = Date.now() + patience;
    let deadSince = 0;
    for (;;) {
      const lock = readLock(folder);
      let isDead = false;
      if (lock === null) {
        if (started.every(hasEnded)) {
          if (started.length === triesToStart) throw new BrokenCluster(readLog(folder));
          started.push(start(machine, cluster, life));
        }
      } else if (lock.isReady) {
        const connection = await withHost(join(folder, 'data'), port ?? 5432, connect);
        if (connection !== null) return { connection, release };
        isDead = !isServer(machine, lock.pid, folder);
      } else isDead = !isServer(machine, lock.pid, folder);
      // A server that ends in good order takes its lock file away a moment before it is gone.
      if (!isDead) deadSince = 0;
      else if (deadSince === 0) deadSince = Date.now();
      else if (Date.now() - deadSince > 200) throw new BrokenCluster('the server was not shut down');
      if (Date.now() > until) throw new BrokenCluster(`the server is not ready: ${readLog(folder)}`);
      await delay(2);
    }
  } catch (error) {
    await release(farewell);
    throw error;
  }
}

function openOrBreak(folder: string): number {
  try {
    return openLife(folder);
  } catch (error) {
    throw new BrokenCluster((error as Error).message);
  }
}

/** The shell opens the pipe for reading while its own standard input still holds the writing end, then becomes the server. SIGTERM lets sessions finish. */
const script = 'exec 3<"$0" </dev/null; { cat <&3 >/dev/null; kill -TERM $$ 2>/dev/null; } & exec "$@" 3<&-';

function start(machine: Machine, { folder, port, settings = {} }: Cluster, life: number): ChildProcess {
  // Relative to the data directory, which only the server's account can enter.
  const socket = { ...settings, listen_addresses: '', unix_socket_directories: '.' };
  const flags = toServerFlags(machine, port === undefined ? socket : { ...socket, listen_addresses: '127.0.0.1', port: String(port) });
  const server = [machine.binaries.postgres, '-D', join(folder, 'data'), ...flags];
  const log = openSync(join(folder, 'log'), 'w', 0o644);
  try {
    // A session of its own: Ctrl-C in the terminal is not for the server.
    const child = spawn('/bin/sh', ['-c', script, toPipe(folder), ...server], {
      ...toSpawnOptions(machine),
      detached: true,
      stdio: [life, log, log],
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

async function waitForEnd(child: ChildProcess | undefined, milliseconds: number): Promise<void> {
  if (child === undefined || hasEnded(child)) return;
  child.ref();
  const timer = new AbortController();
  await Promise.race([once(child, 'exit'), delay(milliseconds, null, { signal: timer.signal }).catch(() => {})]);
  timer.abort();
  child.unref();
}

/** True unless it is certain that the process is not this cluster's server: process ids are used again. */
function isServer(machine: Machine, pid: number, folder: string): boolean {
  if (!(pid > 0)) return true;
  if (!machine.isAlive(pid)) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(folder, 'data'));
  } catch {
    return true;
  }
}

/** Calls `connect` with the folder of a socket, by a shorter way for that moment if its path is too long for a socket. */
async function withHost<T>(folder: string, port: number, connect: Connect<T>): Promise<T | null> {
  if (Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= longestPath) return connect({ host: folder, port });
  const way = makeWay(folder);
  try {
    symlinkSync(folder, join(way, 's'));
    return await connect({ host: join(way, 's'), port });
  } finally {
    rmSync(way, { recursive: true, force: true });
  }
}

/** A folder with a short path. */
function makeWay(folder: string): string {
  for (const place of [tmpdir(), '/tmp']) {
    if (place.length >= 60) continue;
    try {
      return mkdtempSync(join(place, 'planlint-'));
    } catch {
      // It takes no files: the next one may.
    }
  }
  throw new UserError('database', `the path of the cache is too long for a socket: ${folder}`, {
    hint: 'let PLANLINT_CACHE name a folder with a shorter path, or TMPDIR one that can be written',
  });
}
