import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { MachineRow } from './conditions.ts';
import { findProcesses, isRoot, type Machine, onMachine } from './machine.ts';

const built = (path: string) => JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../dist/src', path)).href);

/** Opens the schema in the way of Windows, says how the server is reached, and stays until it is killed or told to go. */
const code = `
import { openSite } from ${built('database/embedded.js')};
import { serve } from ${built('database/entry.js')};
import { windows } from ${built('database/windows.js')};
import { readSchema } from ${built('schema/read-schema.js')};
const site = await openSite({ cwd: '.', binaries: null });
const machine = { ...site.machine, system: windows };
const cache = { ...site.cache, isHeld: windows.isHeld };
const entry = { cache, machine, files: readSchema(['schema.sql'], '.'), seed: [], settings: {}, command: null };
const { hold } = await serve(entry, {});
const [reply] = await hold.connection.run([{ text: "SELECT inet_server_addr()::text AS at, count(*)::int AS n FROM pg_class WHERE relname ~ '^reading'" }]);
console.log(JSON.stringify(reply.rows[0]));
process.stdin.once('data', async () => { await hold.connection.end(); await hold.release(10_000); process.exit(); });
`;

interface Opened {
  readonly said: string;
  kill(): void;
  leave(): Promise<void>;
}

async function open(machine: Machine): Promise<Opened> {
  const as = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
  const [command = '', ...args] = [...as, process.execPath, '--input-type=module', '-e', code];
  const env = { PATH: process.env['PATH'] ?? '', PLANLINT_CACHE: join(machine.folder('open', 0o1777), 'cache') };
  const child = spawn(command, args, { cwd: machine.project, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  return {
    said: String(said).trim(),
    kill: () => child.kill('SIGKILL'),
    leave: async () => {
      child.stdin.write('.');
      await once(child, 'close');
    },
  };
}

async function becomesQuiet({ root }: Machine): Promise<boolean> {
  for (let tries = 0; tries < 400; tries += 1) {
    if (findProcesses(root).length === 0) return true;
    await pause(50);
  }
  return false;
}

/** The server's programs are those of Linux, and so is the pipe; all else is what runs on Windows. */
export const windowsWay: MachineRow = {
  what: 'the way of Windows, on Linux: a port and a password, `pg_ctl`, and a watcher',
  happens: 'two runs share a server on 127.0.0.1; it outlives the one that is killed, and ends with the other',
  check: () =>
    onMachine(async (machine) => {
      const first = await open(machine);
      const second = await open(machine);
      const isShared = first.said === second.said && first.said === '{"at":"127.0.0.1/32","n":4}';
      first.kill();
      await pause(1000);
      const outlives = findProcesses(machine.root).length > 0;
      await second.leave();
      const ends = await becomesQuiet(machine);
      return `${isShared ? 'two runs share a server on 127.0.0.1' : [first.said, second.said]}; it ${outlives ? 'outlives' : 'ends with'} the one that is killed, and ${ends ? 'ends with' : 'outlives'} the other`;
    }),
};
