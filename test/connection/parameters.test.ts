import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readParameters } from '../../src/connection/parameters.ts';
import { toVersionError } from '../../src/connection/server-version.ts';
import { parseService } from '../../src/connection/service-file.ts';

const home = mkdtempSync(join(tmpdir(), 'planlint-home-'));
afterAll(() => rmSync(home, { recursive: true }));
mkdirSync(join(home, 'system'));
writeFileSync(join(home, '.pg_service.conf'), '[own]\nhost=own.example.com\nuser=owner\n');
writeFileSync(join(home, 'system/pg_service.conf'), '[shared]\nhost=shared.example.com\n[own]\nhost=never\n');
writeFileSync(join(home, 'named.conf'), '[named]\nhost=named.example.com\n');

const machine = { home, account: 'me', isWindows: false };
const read = (url: string, env: Readonly<Record<string, string>> = {}) => {
  const { hosts, user, database, given, settings } = readParameters(url, { ...machine, env });
  return { hosts: hosts.map(({ name, port }) => `${name} ${port}`), user, database, given, settings };
};

describe('who wins', () => {
  test.each([
    ['postgresql://', {}, { user: 'me', database: 'me', hosts: [expect.stringMatching(/^\/(tmp|var\/run\/postgresql) 5432$/)] }],
    ['postgresql://h/db', { PGUSER: 'app', PGPORT: '5433', PGHOST: 'other' }, { user: 'app', database: 'db', hosts: ['h 5433'] }],
    ['postgresql://u@h', { PGDATABASE: 'db' }, { user: 'u', database: 'db', hosts: ['h 5432'] }],
    ['service=own', { PGHOST: 'other', PGUSER: 'app' }, { user: 'owner', database: 'owner', hosts: ['own.example.com 5432'] }],
    ['postgresql://me2@/?service=own', {}, { user: 'me2', hosts: ['own.example.com 5432'] }],
    ['postgresql://', { PGSERVICE: 'own' }, { user: 'owner' }],
    ['service=shared', { PGSYSCONFDIR: join(home, 'system') }, { hosts: ['shared.example.com 5432'] }],
    ['service=named', { PGSERVICEFILE: join(home, 'named.conf') }, { hosts: ['named.example.com 5432'] }],
    ["host='' port=''", { PGHOST: 'h' }, { hosts: ['h 5432'] }],
    ['postgresql://h', { DATABASE_URL: 'postgresql://never/never' }, { database: 'me' }],
  ])('%s with %o', (url, env, found) => expect(read(url, env as Record<string, string>)).toMatchObject(found));

  test('settings come from the variables of libpq, and from Prisma', () => {
    const { settings } = read('postgresql://h/?schema=a"b', { PGTZ: 'Europe/Berlin', PGDATESTYLE: 'SQL', PGGEQO: 'off' });
    expect(settings).toEqual({ timezone: 'Europe/Berlin', datestyle: 'SQL', geqo: 'off', search_path: '"a""b"' });
  });
});

describe('several hosts', () => {
  test.each([
    ['postgresql://a,b', ['a 5432', 'b 5432']],
    ['postgresql://a:1,b:2', ['a 1', 'b 2']],
    ['postgresql://a:1,b', ['a 1', 'b 5432']],
    ['host=a,b port=7', ['a 7', 'b 7']],
    ['hostaddr=10.0.0.1,10.0.0.2', ['10.0.0.1 5432', '10.0.0.2 5432']],
    ['host=/srv/sock,b', ['/srv/sock 5432', 'b 5432']],
  ])('%s', (url, hosts) => expect(read(url).hosts).toEqual(hosts));

  test('an address stands in for the name', () => {
    const { hosts } = readParameters('host=db.example.com hostaddr=10.0.0.1', { ...machine, env: {} });
    expect(hosts).toEqual([{ name: 'db.example.com', address: '10.0.0.1', port: 5432 }]);
  });
});

describe('what does not go', () => {
  test.each([
    ['service=nowhere', {}, /service nowhere is not defined/],
    ['service=own', { PGSERVICEFILE: join(home, 'missing.conf') }, /there is no file .*missing\.conf/],
    ['host=a,b port=1,2,3', {}, /3 values for port and 2 for host/],
    ['host=a,b hostaddr=10.0.0.1', {}, /1 values for hostaddr and 2 for host/],
    ['postgresql://h:0/', {}, /"0" is not the number of a port/],
    ['host=h port=54x', {}, /"54x" is not the number of a port/],
    ['postgresql://h/?gssencmode=require', {}, /gssencmode=require is not supported/],
    ['postgresql://h/', { PGREQUIREAUTH: 'scram-sha-256' }, /require_auth=scram-sha-256 is not supported/],
  ])('%s with %o', (url, env, message) => {
    expect(() => read(url, env as Record<string, string>)).toThrow(
      expect.objectContaining({ name: 'UserError', hint: expect.any(String), message: expect.stringMatching(message) }),
    );
  });

  test('a user id without a name needs one', () => {
    expect(() => readParameters('postgresql://h/', { ...machine, account: null, env: {} })).toThrow(/no user to connect as/);
  });
});

test.each([
  ['13.22', 'the server is PostgreSQL 13.22'],
  ['9.6.24', 'the server is PostgreSQL 9.6.24'],
  ['14.0', undefined],
  ['18.4', undefined],
  ['19beta1', undefined],
])('a server of version %s', (version, message) => expect(toVersionError(version)?.message).toBe(message));

describe('a service file', () => {
  test.each([
    ['# note\n\n[a]\nhost=h\nport=1\n[b]\nhost=no', { host: 'h', port: '1' }],
    ['[b]\nhost=no\n  [a]  \n  host=h  \n', { host: 'h' }],
    ['[a]\r\nhost=h\r\nhost=second\r\n', { host: 'h' }],
    ['[a]\n', {}],
    ['[ab]\nhost=no\n', null],
  ])('%j', (text, given) => expect(parseService(text, 'a', 'file')).toEqual(given));

  test.each(['[a]\nhost', '[a]\nnonsense=1', '[a]\nservice=b', '[a]\nldap://host/dn'])('%j is an error with its line', (text) => {
    expect(() => parseService(text, 'a', 'services')).toThrow(/^services:2: /);
  });
});
