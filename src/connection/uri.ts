import { UserError } from '../errors.ts';
import { type Given, isKeyword } from './keywords.ts';

/** `postgresql://`, also with the name of a driver as SQLAlchemy writes it. */
const scheme = /^postgres(?:ql)?(?:\+\w+)?:\/\//;

export function isUri(text: string): boolean {
  return scheme.test(text);
}

/** Query parameters of other tools that say nothing of the server; the one that does, Prisma's `schema`, is read apart. */
const foreign = new Set([
  'schema',
  'connection_limit',
  'pool_timeout',
  'socket_timeout',
  'statement_cache_size',
  'pgbouncer',
  'pool',
  'uselibpqcompat',
  'prepared_statements',
]);

/** What a URI says, and the search path that Prisma's `?schema=` asks for. */
export interface Uri {
  readonly given: Given;
  readonly searchPath: string | null;
}

/** `postgresql://[user[:password]@][host[:port][,…]][/dbname][?keyword=value[&…]]`, as libpq takes it apart. Never quotes the text: a password may stand anywhere in it. */
export function parseUri(text: string): Uri {
  const rest = text.replace(scheme, '');
  const [, account = '', places = '', database = '', query = ''] = /^(?:([^@/]*)@)?([^/?]*)(?:\/([^?]*))?(?:\?(.*))?$/s.exec(rest) ?? [];
  const [, user = '', password = ''] = /^([^:]*)(?::(.*))?$/s.exec(account) ?? [];
  // A slash in a password ends what comes before the database.
  if (database.includes('@')) fail();
  const hosts = places.split(',').map(parsePlace);
  const parts: Record<string, string> = {
    user,
    password,
    host: hosts.some(({ host }) => host !== '') ? hosts.map(({ host }) => host).join(',') : '',
    port: hosts.some(({ port }) => port !== '') ? hosts.map(({ port }) => port).join(',') : '',
    dbname: database,
  };
  const named = Object.entries(parts).flatMap(([name, value]) => (value === '' ? [] : [[name, decode(value)] as const]));
  const parameters = query === '' ? [] : query.split('&').map(parseParameter);
  const searchPath = parameters.find(([name]) => name === 'schema')?.[1] ?? null;
  return { given: Object.fromEntries([...named, ...parameters.filter(([name]) => isKeyword(name))]), searchPath };
}

function parsePlace(place: string): { readonly host: string; readonly port: string } {
  if (place.includes('@')) throw toError('a character of the user name or password has to be written percent-encoded, @ as %40');
  const [, address, name = '', port = ''] = /^(?:\[([^\]]+)\]|([^:[\]]*))(?::(\d*))?$/.exec(place) ?? fail();
  return { host: address ?? name, port };
}

function fail(): never {
  throw toError('write it as postgresql://user@host:5432/database; an IPv6 address stands in brackets, and / in a password is %2F');
}

function parseParameter(parameter: string): readonly [string, string] {
  const [, name, value] = /^([^=]*)=([^=]*)$/s.exec(parameter) ?? [];
  if (name === undefined || value === undefined) throw toError('behind the ? it takes keyword=value, with & between two of them');
  const keyword = decode(name);
  if (keyword === 'ssl' && value === 'true') return ['sslmode', 'require'];
  if (!isKeyword(keyword) && !foreign.has(keyword)) {
    throw new UserError('usage', `--url: libpq knows no parameter "${keyword}" of a URI`, {
      hint: 'leave it out, or write its value percent-encoded',
    });
  }
  return [keyword, decode(value)];
}

function decode(text: string): string {
  try {
    const decoded = decodeURIComponent(text);
    if (!decoded.includes('\0')) return decoded;
  } catch {
    // Said below.
  }
  throw toError('a % has to be followed by the two digits of a character, and stands for itself as %25');
}

function toError(hint: string): UserError {
  return new UserError('usage', '--url: the URI cannot be read', { hint });
}
