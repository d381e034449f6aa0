import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { UserError } from '../errors.ts';
import { openLife, toPipe } from './life.ts';
import { type Machine, toSpawnOptions } from './machine.ts';

/** A data directory, in `folder` beside the pipe and the log of its server. */
export interface Cluster {
  readonly folder: string;
  /** A port of this machine to listen on as well, where the server is started. */
  readonly port?: number;
}

/** A server that this process uses, and that lives at least as long as it does not let go. */
export interface Hold<T> {
  readonly connection: T;
  /** Lets go, and waits for the server's end if this process started it: no longer than that many milliseconds, since another run may use it. */
  release(patience: number): Promise<void>;
}

/** A data directory that cannot be served: its server crashed, or does not start. */
export class BrokenCluster extends Error {}

/** Settings of the server, which every entry of the cache was loaded under. */
export const serverSettings: Readonly<Record<string, string>> = {
  listen_addresses: '',
  // Relative to the data directory, which only the server's account can enter.
  unix_socket_directories: '.',
  max_connections: '20',
  shared_buffers: '16MB',
  max_locks_per_transaction: '2048',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  // What is kept of the write-ahead log after loading, in every entry of the cache.
  min_wal_size: '32MB',
  max_wal_senders: '0',
  max_logical_replication_workers: '0',
  autovacuum: 'off',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  // A server whose client was killed in the middle of a long statement would not stop before its end.
  client_connection_check_interval: '1s',
  lc_messages: 'C',
};

/** How long another run may start or stop its server, in milliseconds. */
const patience = 60_000;

/** How long a server that is of no use may take to end, in milliseconds. Another run may go on with it. */
const farewell = 5_000;

/** Failed starts after which the data directory counts as broken. */
const triesToStart = 3;

/** Bytes of a socket's path that every platform takes. */
const longestPath = 103;

/** Connects to the cluster's server, which is started if none runs. `connect` gives `null` where the server takes nobody at the moment. Throws `BrokenCluster`, and what `connect` throws. */
export async function hold<T>(machine: Machine, cluster: Cluster, connect: (host: string) => Promise<T | null>): Promise<Hold<T>> {
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
        const connection = await withHost(join(folder, 'data', `.s.PGSQL.${port ?? 5432}`), connect);
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

function start(machine: Machine, { folder, port }: Cluster, life: number): ChildProcess {
  const settings = Object.entries({
    ...serverSettings,
    ...(machine.binaries.major >= 18 ? { io_method: 'sync' } : {}),
    ...(port === undefined ? {} : { listen_addresses: '127.0.0.1', port: String(port) }),
  });
  const server = [machine.binaries.postgres, '-D', join(folder, 'data'), ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
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

interface Lock {
  readonly pid: number;
  readonly isReady: boolean;
}

/** The server's own lock file: its first line is the process id, the eighth its state. */
function readLock(folder: string): Lock | null {
  try {
    const lines = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new BrokenCluster((error as Error).message);
  }
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
async function withHost<T>(socket: string, connect: (host: string) => Promise<T>): Promise<T> {
  const folder = dirname(socket);
  if (Buffer.byteLength(socket) <= longestPath) return connect(folder);
  const way = makeWay(folder);
  try {
    symlinkSync(folder, join(way, 's'));
    return await connect(join(way, 's'));
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

function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-3).join('; ');
  } catch {
    return 'there is no log';
  }
}
