import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CallSites, readCallSites } from '../capture/call-sites.ts';
import { folderVariable } from '../register/site-record.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Programs of Node.js that are to tell where they call their driver. */
export interface Tellers extends CallSites {
  /** The environment that makes them tell. */
  readonly toEnvironment: (base: Environment) => Environment;
  close(): Promise<void>;
}

/** Loads `planlint/register` into the Node.js programs that are run with its environment, and hears what they tell. */
export async function openTellers(cwd: string): Promise<Tellers> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'planlint-calls-')));
  const { find } = readCallSites(folder, await realpath(cwd).catch(() => cwd));
  return {
    find,
    toEnvironment: (base) => ({ ...base, NODE_OPTIONS: withRequired(base['NODE_OPTIONS']), [folderVariable]: folder }),
    close: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Behind what is there: the user's own hooks come first. */
function withRequired(options: string | undefined): string {
  const path = createRequire(import.meta.url).resolve('planlint/register');
  return `${options ?? ''} --require "${path.replace(/["\\]/g, '\\$&')}"`.trimStart();
}

/** For programs that are not to be asked. */
export const noTellers: Tellers = { find: () => null, toEnvironment: (base) => base, close: async () => {} };
