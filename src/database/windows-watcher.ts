import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What the watcher of a server has to know. */
export interface Watch {
  /** Every run keeps a connection to it; the system closes that with the process, however it ends. */
  readonly pipe: string;
  /** The program `pg_ctl`, which starts the server without the rights of an administrator. */
  readonly control: string;
  readonly data: string;
  readonly log: string;
  /** The server's command line. */
  readonly options: string;
}

/** A process of its own that starts a server, and stops it when the last run has gone. */
const watch = JSON.parse(process.argv[2] ?? '') as Watch;

/** How long the run that started the watcher has until it holds on to it, in milliseconds. */
const patience = 10_000;

let runs = 0;
const server = createServer((run) => {
  runs += 1;
  run.resume().on('error', () => {});
  run.on('close', () => {
    runs -= 1;
    if (runs === 0) void end();
  });
});
// Another watcher was faster.
server.on('error', () => process.exit(0));
server.listen(watch.pipe);
await once(server, 'listening');
const starting = start();
setTimeout(() => runs === 0 && void end(), patience).unref();

/** Waits for the end of the server that the watcher before this one stops; one that goes on lost its watcher, and is taken over. */
async function start(): Promise<void> {
  for (let tries = 0; tries < 500; tries += 1) {
    if (!existsSync(join(watch.data, 'postmaster.pid'))) {
      if ((await control('start', '-w', '-l', watch.log, '-o', watch.options)) !== 0) process.exit(1);
      return;
    }
    await delay(20);
  }
}

async function end(): Promise<void> {
  // Who comes from now on starts a watcher, which waits until this server is gone.
  server.close();
  await starting;
  await control('stop', '-w', '-m', 'fast');
  process.exit(0);
}

async function control(...args: readonly string[]): Promise<number> {
  const child = spawn(watch.control, ['-D', watch.data, ...args], {
    stdio: 'ignore',
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  const [code] = await once(child, 'exit');
  return code;
}
