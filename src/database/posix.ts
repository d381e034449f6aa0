import { chownSync } from 'node:fs';
import { join } from 'node:path';
import { initdbFlags } from './cluster.ts';
import { isHeld } from './life.ts';
import type { Machine } from './machine.ts';
import { run } from './posix-run.ts';
import { hold } from './posix-server.ts';
import type { System } from './system.ts';

/** Linux and macOS: a Unix socket that this user alone can reach, and a named pipe that the kernel closes with the last run. */
export const posix: System = {
  async initialise(machine, folder) {
    own(machine, folder);
    await run(machine, machine.binaries.initdb, ['-D', join(folder, 'data'), '-A', 'trust', ...initdbFlags]);
  },
  async copy(machine, template, folder) {
    own(machine, folder);
    await run(machine, '/bin/sh', ['-c', 'cp -R "$0/data" "$1/data" && mkfifo -m 600 "$1/life"', template, folder]);
  },
  hold,
  isHeld,
};

function own({ account }: Machine, folder: string): void {
  if (account !== null) chownSync(folder, account.uid, account.gid);
}
