import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { copyFileSync, cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initdbFlags, readLock } from './cluster.ts';
import type { System } from './system.ts';
import { hold, passwordFile } from './windows-server.ts';

/** Windows: a port of this machine with a password, and a watcher that stops the server when the last run has gone. */
export const windows: System = {
  async initialise({ binaries }, folder) {
    const password = join(folder, passwordFile);
    writeFileSync(password, randomBytes(16).toString('hex'), { mode: 0o600 });
    // Of itself it gives up the rights of an administrator, with which the server does not run.
    await run(binaries.initdb, ['-D', join(folder, 'data'), '-A', 'scram-sha-256', `--pwfile=${password}`, ...initdbFlags]);
  },
  async copy(_, template, folder) {
    cpSync(join(template, 'data'), join(folder, 'data'), { recursive: true });
    copyFileSync(join(template, passwordFile), join(folder, passwordFile));
  },
  hold,
  // Nobody but a server has a lock file, and a run soon has a server.
  isHeld: (folder) => readLock(folder) !== null,
};

function run(program: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(program, args, { windowsHide: true }, (error, _, stderr) => {
      if (error === null) resolve();
      else reject(new Error(stderr.trim().split('\n').at(-1) || error.message));
    });
  });
}
