import { join } from 'node:path';
import { type Host, isSocket, socketFolders } from './hosts.ts';
import type { Given } from './keywords.ts';
import type { Machine, Parameters } from './parameters.ts';
import type { Login } from './password-file.ts';

/** What a password is looked up by; `localhost` stands for the usual socket of this machine's own server. */
export function toLogin(host: Host, { user, database }: Pick<Parameters, 'user' | 'database'>): Login {
  const isUsual = isSocket(host) && socketFolders.includes(host.name);
  return { host: isUsual ? 'localhost' : host.name, port: host.port, database, user };
}

export function toPasswordFile({ passfile }: Given, { env, home, isWindows }: Pick<Machine, 'env' | 'home' | 'isWindows'>): string {
  if (passfile !== undefined) return passfile;
  return isWindows ? join(env['APPDATA'] ?? home, 'postgresql', 'pgpass.conf') : join(home, '.pgpass');
}
