import { UserError } from '../errors.ts';
import { quoteName } from '../sql/quote.ts';
import { readConnectionText } from './connection-text.ts';
import { findSocket, type Host, toHosts } from './hosts.ts';
import { type Environment, type Given, type Keyword, readVariables } from './keywords.ts';
import { readService } from './service-file.ts';

/** What this machine adds to what is given. */
export interface Machine {
  readonly env: Environment;
  readonly home: string;
  /** Name of the account that planlint runs as, `null` where the system has none for it. */
  readonly account: string | null;
  readonly isWindows: boolean;
}

/** How to reach a server, as libpq would understand the same words. */
export interface Parameters {
  readonly hosts: readonly Host[];
  readonly user: string;
  readonly database: string;
  readonly given: Given;
  /** Settings of the session that libpq takes from the environment, or Prisma from a URI. */
  readonly settings: Readonly<Record<string, string>>;
}

/** The text of `--url` wins, then the service's file, then the environment. */
export function readParameters(url: string, { env, home, account, isWindows }: Machine): Parameters {
  const { given: own, searchPath } = readConnectionText(url, env);
  const variables = readVariables(env);
  const name = own.service || variables.service;
  const given = { ...variables, ...(name === undefined ? {} : filled(readService(name, env, home))), ...filled(own) };
  refuseUnkept(given);
  const user = given.user ?? account;
  if (user === null) throw new UserError('usage', 'no user to connect as', { hint: 'name one: postgresql://user@host/database, or PGUSER' });
  const settings = { ...readSettings(env), ...(searchPath === null ? {} : { search_path: quoteName(searchPath) }) };
  return { hosts: toHosts(given, isWindows ? () => 'localhost' : findSocket), user, database: given.dbname ?? user, given, settings };
}

function filled(given: Given): Given {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
}

/** Promises of safety that the driver does not keep; to pass over one would be to break it. */
const unkept: Readonly<Partial<Record<Keyword, RegExp>>> = {
  gssencmode: /^require$/,
  require_auth: /./,
  requirepeer: /./,
  sslcrldir: /./,
};

function refuseUnkept(given: Given): void {
  for (const [keyword, pattern] of Object.entries(unkept)) {
    const value = given[keyword as Keyword] ?? '';
    if (!pattern.test(value)) continue;
    throw new UserError('usage', `${keyword}=${value} is not supported`, { hint: 'connect without it, or through a tunnel that keeps it' });
  }
}

/** Variables that libpq turns into settings. */
const settingVariables: Readonly<Record<string, string>> = { PGTZ: 'timezone', PGDATESTYLE: 'datestyle', PGGEQO: 'geqo' };

function readSettings(env: Environment): Readonly<Record<string, string>> {
  const set = Object.entries(settingVariables).flatMap(([variable, name]) => {
    const value = env[variable];
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return Object.fromEntries(set);
}
