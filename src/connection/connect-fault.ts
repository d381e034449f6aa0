import { UserError } from '../errors.ts';
import { type Host, isSocket } from './hosts.ts';

/** What went wrong on the way to a host. */
export interface ConnectFault {
  readonly host: Host;
  readonly error: unknown;
}

/** The server asks for a password, and nobody gave one. */
export class MissingPassword extends Error {
  /** Why the password file did not help, with its path. */
  readonly fault: string | null;
  constructor(fault: string | null) {
    super('it asks for a password, and none is given');
    this.fault = fault;
  }
}

/** What no host, or the only one, said, in words that tell what to do. No message has a password in it. */
export function toConnectError(faults: readonly ConnectFault[]): UserError {
  const [first] = faults;
  if (first === undefined) throw new Error('no host was tried');
  const reasons = faults.map(({ host, error }) => `${nameOf(host)}: ${reasonOf(error)}`);
  return new UserError('database', `no connection to ${reasons.join('; to ')}`, { hint: hintOf(first), cause: first.error });
}

/** `db.example.com:5432`, or the path of the socket. */
export function nameOf(host: Host): string {
  if (isSocket(host)) return `${host.name}/.s.PGSQL.${host.port}`;
  return host.name.includes(':') ? `[${host.name}]:${host.port}` : `${host.name}:${host.port}`;
}

/** Words for what the system says; the server and TLS have their own. */
const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOENT: 'there is no such socket',
  ENOTFOUND: 'no such host is known',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ETIMEDOUT: 'it does not answer',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  ECONNRESET: 'it broke the connection off',
  EACCES: 'permission denied',
};

function reasonOf(error: unknown): string {
  const { code = '', message } = error as { code?: string; message: string };
  if (message === 'timeout expired') return 'it does not answer within connect_timeout';
  if (/^Connection terminated/.test(message)) return 'it broke the connection off';
  return reasons[code] ?? message;
}

/** Hints by the server's SQLSTATE, the system's code, or the message, the first that fits. */
const hints: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [/^28P01/, 'look at the user and the password: in --url, PGPASSWORD, or the password file (PGPASSFILE)'],
  [
    /^28000 .*no encryption/,
    "the server's pg_hba.conf has no line for this user, database and address without TLS: set sslmode=require, connect as another user, or add one",
  ],
  [
    /^28000 .*(?:pg_hba\.conf|no pg_hba)/,
    "the server's pg_hba.conf has no line for this user, database and address: add one, or connect as another user",
  ],
  [/^28000/, 'name a role that may log in: postgresql://user@host/database'],
  [/^3D000|no such database/, 'name the database: postgresql://user@host/database, or PGDATABASE; without, it is called as the user is'],
  [/^53300|no more connections allowed/, 'the server has no connection left: raise its limit, end some, or connect through its pooler'],
  [/^57P03/, 'wait until the server is up'],
  [/^42501/, 'the role may not connect to the database: GRANT CONNECT ON DATABASE … TO …'],
  [/unsupported startup parameter/, 'the pooler takes no options at the start: leave them out of --url and PGOPTIONS, and use --set name=value'],
  [/does not support SSL/, 'the server has no TLS: sslmode=disable or prefer connects without, where the way is safe'],
  [/ERR_TLS_CERT_ALTNAME_INVALID/, 'connect to a name that the certificate has, or let sslmode=verify-ca pass the name over'],
  [
    /CERT|certificate|SELF_SIGNED|UNABLE_TO_|VERIFY/,
    'name the certificate that signed it with sslrootcert=root.crt; sslmode=require connects without verifying',
  ],
  [/EPROTO|ERR_SSL|ERR_OSSL|SSL routines|SSL connection/, 'look at sslmode, and at the TLS versions and certificates that the server takes'],
  [/channel binding/, 'leave channel_binding=require out, or let the server use scram-sha-256 over TLS'],
  [/^ENOTFOUND|^EAI_AGAIN/, 'look at the name of the host; in a user name or password, @ : / and % are written percent-encoded'],
  [/^ENOENT/, 'start the server, or name its host: postgresql://user@host/database'],
  [/^ECONNREFUSED/, 'is the server up, and is it that host and port? in a container, localhost is the container itself'],
  [/^EACCES/, 'let the account that planlint runs as use the socket'],
];

function hintOf({ error }: ConnectFault): string {
  if (error instanceof MissingPassword) return error.fault ?? 'set PGPASSWORD, or write it into the password file (~/.pgpass)';
  const { code = '', message } = error as { code?: string; message: string };
  const text = `${code} ${message}`;
  return hints.find(([pattern]) => pattern.test(text))?.[1] ?? 'look at the host and the port in --url, and at what stands between here and there';
}
