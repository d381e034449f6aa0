import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Account } from './account.ts';
import type { Machine } from './machine.ts';

interface SpawnOptions extends Partial<Account> {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What every process gets: no environment of the user's, and a folder that nobody removes. */
export function toSpawnOptions({ account, path }: Machine): SpawnOptions {
  // initdb would try every time zone to find the one of the machine.
  const env = { PATH: path, LC_ALL: 'C', TZ: 'UTC' };
  return { ...account, cwd: '/', env };
}

/** Only this process holds the other end of the standard input: when it is gone, however that ended, the watcher ends the whole group. */
const script = `exec 3<&0 </dev/null
{ cat <&3; if kill -0 $$; then trap '' TERM; kill -TERM -$$; sleep 1; kill -KILL -$$; fi; } >/dev/null 2>&1 &
exec "$0" "$@" 3<&-`;

/** Runs a program to its end, which comes no later than that of this process. Throws with the last of what it wrote to standard error. */
export async function run(machine: Machine, program: string, args: readonly string[]): Promise<void> {
  // A group of its own, which a key pressed in the terminal does not reach by another way.
  const child = spawn('/bin/sh', ['-c', script, program, ...args], { ...toSpawnOptions(machine), detached: true, stdio: ['pipe', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code, signal] = await once(child, 'close');
  if (code !== 0) throw new Error(said.trim().split('\n').at(-1) || `${program} ended with ${code ?? signal}`);
}
