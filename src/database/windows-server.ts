import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectTo, type Socket } from 'node:net';
import { dirname, join, sep } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BrokenCluster, type Cluster, type Connect, type Hold, patience, readLock, readLog, toServerFlags, triesToStart } from './cluster.ts';
import { findPort } from './free-port.ts';
import type { Machine } from './machine.ts';
import { packageFile } from './package-file.ts';
import type { Watch } from './windows-watcher.ts';

/** Beside the data directory, which this user alone can read. */
export const passwordFile = 'password';

const host = '127.0.0.1';

/** Holds on to the watcher, which starts the server and stops it when nobody does any more. Where there is none yet, one is started. */
export async function hold<T>(machine: Machine, cluster: Cluster, connect: Connect<T>): Promise<Hold<T>> {
  const { folder } = cluster;
  const password = readPassword(folder);
  const until = Date.now() + patience;
  let watcher: ChildProcess | null = null;
  let life: Socket | null = null;
  try {
    for (let starts = 0; ; ) {
      if (life === null || life.closed) {
        life = await enter(toPipe(folder));
        if (life === null && (watcher === null || hasEnded(watcher))) {
          if (starts === triesToStart) throw new BrokenCluster(readLog(folder));
          starts += 1;
          watcher = await startWatcher(machine, cluster);
        }
      }
      const lock = readLock(folder);
      if (life !== null && lock?.isReady) {
        const connection = await connect({ host, port: lock.port, password });
        if (connection !== null) return { connection, release: toRelease(life, folder) };
      }
      // What starts a server after a crash is the end of the one that crashed.
      if (lock !== null && !machine.isAlive(lock.pid)) await refuseDead(machine, folder);
      if (Date.now() > until) throw new BrokenCluster(`the server is not ready: ${readLog(folder)}`);
      await delay(10);
    }
  } catch (error) {
    life?.destroy();
    throw error;
  }
}

function toRelease(life: Socket, folder: string): (milliseconds: number) => Promise<void> {
  return async (milliseconds) => {
    life.destroy();
    const until = Date.now() + milliseconds;
    while (readLock(folder) !== null && Date.now() < until) await delay(10);
  };
}

function readPassword(folder: string): string {
  try {
    return readFileSync(join(folder, passwordFile), 'utf8');
  } catch (error) {
    throw new BrokenCluster((error as Error).message);
  }
}

/** A connection to the watcher that keeps no process alive, or `null` where there is no watcher. */
async function enter(pipe: string): Promise<Socket | null> {
  const life = connectTo(pipe);
  try {
    await once(life, 'connect');
  } catch {
    return null;
  }
  life.on('error', () => {});
  life.resume().unref();
  return life;
}

async function startWatcher(machine: Machine, cluster: Cluster): Promise<ChildProcess> {
  const { folder, port = await findPort(), settings = {} } = cluster;
  const flags = toServerFlags(machine, { ...settings, listen_addresses: host, unix_socket_directories: '', port: String(port) });
  const watch: Watch = {
    pipe: toPipe(folder),
    control: join(dirname(machine.binaries.postgres), sep === '\\' ? 'pg_ctl.exe' : 'pg_ctl'),
    data: join(folder, 'data'),
    log: join(folder, 'log'),
    options: flags.join(' '),
  };
  const child = spawn(machine.node, [packageFile('dist/src/database/windows-watcher.js'), JSON.stringify(watch)], {
    detached: true,
    stdio: 'ignore',
    windowsHide: true,
  });
  child.on('error', () => {});
  child.unref();
  return child;
}

/** Throws unless the server that has just ended takes its lock file away. */
async function refuseDead(machine: Machine, folder: string): Promise<void> {
  await delay(200);
  const lock = readLock(folder);
  if (lock !== null && !machine.isAlive(lock.pid)) throw new BrokenCluster('the server was not shut down');
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}

/** Windows has a name space for pipes, other systems a file. */
function toPipe(folder: string): string {
  const name = createHash('sha256').update(folder).digest('hex').slice(0, 32);
  return sep === '\\' ? `\\\\.\\pipe\\planlint-${name}` : join(folder, 'life');
}
