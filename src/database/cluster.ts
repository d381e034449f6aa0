import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from './machine.ts';

/** A data directory, in `folder` beside the log of its server. */
export interface Cluster {
  readonly folder: string;
  /** A port of this machine to listen on as well, where the server is started. */
  readonly port?: number;
  /** Settings of its server that differ from those of all others. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where a server of ours takes connections. */
export interface Way {
  /** The folder of a socket, or an address. */
  readonly host: string;
  readonly port: number;
  /** Where the server asks for one. */
  readonly password?: string;
}

/** Opens a connection; `null` where the server takes nobody at the moment. */
export type Connect<T> = (way: Way) => Promise<T | null>;

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

/** How every empty cluster is made. */
export const initdbFlags: readonly string[] = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'];

/** How long another run may start or stop its server, in milliseconds. */
export const patience = 60_000;

/** How long a server that is of no use may take to end, in milliseconds. Another run may go on with it. */
export const farewell = 5_000;

/** Failed starts after which the data directory counts as broken. */
export const triesToStart = 3;

/** The server's command-line arguments. `listening` says where it takes connections. */
export function toServerFlags({ binaries }: Machine, listening: Readonly<Record<string, string>>): readonly string[] {
  const settings = { ...serverSettings, ...(binaries.major >= 18 ? { io_method: 'sync' } : {}), ...listening };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

export interface Lock {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

/** The server's own lock file: its first line is the process id, the fourth the port, the eighth its state. */
export function readLock(folder: string): Lock | null {
  try {
    const lines = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new BrokenCluster((error as Error).message);
  }
}

/** The last of what the server wrote. */
export function readLog(folder: string): string {
  try {
    return readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').slice(-3).join('; ');
  } catch {
    return 'there is no log';
  }
}
