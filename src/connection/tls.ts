import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import * as tls from 'node:tls';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { type Host, isSocket } from './hosts.ts';
import type { Given } from './keywords.ts';

/** How one attempt to connect is encrypted; `null` for not at all. */
export type Tls = tls.ConnectionOptions | null;

const modes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;

type Mode = (typeof modes)[number];

/** The attempts that `sslmode` asks for, in order: the next one counts where the server refuses the one before. */
export function toAttempts(given: Given, host: Host, home: string): readonly Tls[] {
  const mode = toMode(given);
  if (isSocket(host) || mode === 'disable') return [null];
  const options = toOptions(given, mode, host, home);
  if (mode === 'allow') return [null, options];
  return mode === 'prefer' ? [options, null] : [options];
}

export function isDirect({ sslnegotiation = 'postgres' }: Given): boolean {
  return sslnegotiation === 'direct';
}

function toMode(given: Given): Mode {
  const { sslmode, sslrootcert, sslnegotiation = 'postgres' } = given;
  const isSystem = sslrootcert === 'system';
  const mode = modes.find((candidate) => candidate === (sslmode ?? (isSystem ? 'verify-full' : 'prefer')));
  if (mode === undefined) throw new UserError('usage', `sslmode=${sslmode} is not a mode`, { hint: `choose one of ${modes.join(', ')}` });
  if (isSystem && mode !== 'verify-full') throw toWeakError(mode, 'sslrootcert=system', 'verify-full');
  if (!['postgres', 'direct'].includes(sslnegotiation))
    throw new UserError('usage', `sslnegotiation=${sslnegotiation} is not known`, { hint: 'choose one of postgres, direct' });
  if (isDirect(given) && modes.indexOf(mode) < modes.indexOf('require')) throw toWeakError(mode, 'sslnegotiation=direct', 'require');
  return mode;
}

function toWeakError(mode: Mode, beside: string, least: Mode): UserError {
  return new UserError('usage', `sslmode=${mode} is too weak for ${beside}`, { hint: `set sslmode=${least}` });
}

function toOptions(given: Given, mode: Mode, { name, address }: Host, home: string): tls.ConnectionOptions {
  const root = readRoot(given, mode, home);
  const { ssl_min_protocol_version: lowest = 'TLSv1.2', ssl_max_protocol_version: highest } = given;
  return {
    // The driver sets it where it connects to a name.
    ...(name === address ? {} : { servername: name }),
    rejectUnauthorized: root !== null,
    ...(root === null || root === 'trusted' ? {} : { ca: [root].flat() }),
    checkServerIdentity: (_, certificate) => (mode === 'verify-full' ? tls.checkServerIdentity(name, certificate) : undefined),
    ...readRevoked(given, home),
    ...readOwn(given, home),
    minVersion: lowest as tls.SecureVersion,
    ...(highest === undefined ? {} : { maxVersion: highest as tls.SecureVersion }),
  };
}

/** The certificates to trust; `trusted` for those of Node.js, `null` where the server's is not verified. */
function readRoot({ sslrootcert }: Given, mode: Mode, home: string): string | readonly string[] | null {
  if (sslrootcert === 'system') return systemRoots();
  const file = sslrootcert ?? inFolder(home, 'root.crt');
  if (existsSync(file)) return modes.indexOf(mode) >= modes.indexOf('require') ? read(file) : null;
  if (mode !== 'verify-ca' && mode !== 'verify-full') return null;
  const hint = "name it with sslrootcert, take the system's with sslrootcert=system, or do without: sslmode=require";
  throw new UserError('usage', `sslmode=${mode}: there is no file ${file} with the certificates to trust`, { hint });
}

/** Node.js has the system's certificates from 22.15 on, and before that its own. */
function systemRoots(): readonly string[] | 'trusted' {
  const { getCACertificates } = tls as { getCACertificates?: (type: string) => readonly string[] };
  return getCACertificates === undefined ? 'trusted' : [...getCACertificates('system'), ...getCACertificates('default')];
}

function readRevoked({ sslcrl }: Given, home: string): tls.ConnectionOptions {
  const file = sslcrl ?? inFolder(home, 'root.crl');
  return existsSync(file) ? { crl: read(file) } : {};
}

/** The certificate to show to the server. */
function readOwn({ sslcert, sslkey, sslpassword, sslcertmode }: Given, home: string): tls.ConnectionOptions {
  const certificate = sslcert ?? inFolder(home, 'postgresql.crt');
  if (sslcertmode === 'disable' || !existsSync(certificate)) return {};
  const key = sslkey ?? inFolder(home, 'postgresql.key');
  if (!existsSync(key))
    throw new UserError('usage', `there is the certificate ${certificate}, and no private key ${key}`, { hint: 'name it with sslkey' });
  const { mode, uid } = statSync(key);
  const others = uid === 0 ? 0o037 : 0o077;
  if ((mode & others) !== 0) throw new UserError('usage', `the private key ${key} is open to others than its owner`, { hint: `chmod 600 ${key}` });
  return { cert: read(certificate), key: read(key), ...(sslpassword === undefined ? {} : { passphrase: sslpassword }) };
}

function inFolder(home: string, name: string): string {
  return join(home, '.postgresql', name);
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError('usage', `${file} cannot be read: ${reasonOf(error)}`, {
      hint: 'let the account that planlint runs as read it',
      cause: error,
    });
  }
}
