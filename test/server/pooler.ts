import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { readNobody } from '../../src/database/account.ts';
import { type Cluster, findPort, makeFolder, put, until } from './cluster.ts';

const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin'];
const program = folders.map((folder) => join(folder, 'pgbouncer')).find((path) => existsSync(path)) ?? null;

export const hasPooler = program !== null;

export interface Pooler {
  url(user?: string): string;
  stop(): Promise<void>;
}

/** PgBouncer in front of a server; where transactions or statements are pooled, all clients share one session of the server. */
export async function startPooler(cluster: Cluster, mode: 'session' | 'transaction' | 'statement'): Promise<Pooler> {
  if (program === null) throw new Error('pgbouncer is not installed');
  const folder = makeFolder();
  const port = await findPort();
  const lines = [
    '[databases]',
    // With this way to authenticate each client is the same user of the server.
    `* = host=127.0.0.1 port=${cluster.port} user=postgres`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${mode === 'session' ? 3 : 1}`,
  ];
  put(join(folder, 'pgbouncer.ini'), lines.join('\n'));
  const account = process.geteuid?.() === 0 ? readNobody() : {};
  const child: ChildProcess = spawn(program, [join(folder, 'pgbouncer.ini')], { ...account, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  await until(async () => {
    if (child.exitCode !== null) throw new Error(log);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
  });
  return {
    url: (user = 'postgres') => `postgresql://${user}@127.0.0.1:${port}/postgres`,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
