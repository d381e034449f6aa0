import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '../../src/database/remote.ts';
import { type Cluster, makeFolder, put, startCluster } from './cluster.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tls');
const read = (name: string) => readFileSync(join(fixtures, name), 'utf8');

/** A home without certificates, and one with those of the authority and the client. */
const bare = makeFolder();
const home = makeFolder();

let encrypted: Cluster;
let plain: Cluster;
beforeAll(async () => {
  mkdirSync(join(home, '.postgresql'));
  for (const [name, fixture] of Object.entries({ 'root.crt': 'ca.crt', 'postgresql.crt': 'client.crt', 'postgresql.key': 'client.key' }))
    put(join(home, '.postgresql', name), read(fixture));
  put(join(home, 'client.crt'), read('client.crt'));
  writeFileSync(join(home, 'open.key'), read('client.key'), { mode: 0o644 });
  const files = { 'server.crt': read('server.crt'), 'server.key': read('server.key'), 'ca.crt': read('ca.crt') };
  const hba = [
    'hostssl all app 127.0.0.1/32 trust clientcert=verify-full',
    'hostssl all only_tls 127.0.0.1/32 trust',
    'hostnossl all only_plain 127.0.0.1/32 trust',
    'hostssl all scram 127.0.0.1/32 scram-sha-256',
    'hostnossl all md5 127.0.0.1/32 md5',
    'hostssl all clear 127.0.0.1/32 password',
    'host all postgres 127.0.0.1/32 trust',
  ];
  const config = { ssl: 'on', ssl_cert_file: '../server.crt', ssl_key_file: '../server.key', ssl_ca_file: '../ca.crt' };
  [encrypted, plain] = await Promise.all([startCluster({ files, hba, config }), startCluster()]);
  const roles = ['app', 'only_tls', 'only_plain', 'scram', 'md5', 'clear'];
  await encrypted.sql(roles.map((role) => `CREATE ROLE ${role} LOGIN PASSWORD 'secret';`).join(' '));
});
afterAll(async () => {
  await Promise.all([encrypted.remove(), plain.remove()]);
  for (const folder of [bare, home]) rmSync(folder, { recursive: true });
});

/** The TLS version of the session, `none`, or what went wrong. */
async function connectWith(cluster: Cluster, keywords: string, env: Readonly<Record<string, string>> = {}): Promise<string> {
  const paths = keywords.replace('CA', join(fixtures, 'ca.crt')).replace('OTHER', join(fixtures, 'other.crt')).replaceAll('HOME', home);
  const url = `port=${cluster.port} dbname=postgres ${paths}`;
  try {
    const database = await openServer({ url, env: { HOME: bare, ...env }, settings: {} });
    const [row] = await database.query("SELECT COALESCE(version, 'none') AS tls FROM pg_stat_ssl WHERE pid = pg_backend_pid()");
    await database.close();
    return String(row?.['tls']);
  } catch (error) {
    const { name, message, hint } = error as { name: string; message: string; hint: string };
    if (name !== 'UserError' || message.includes('secret')) throw error;
    return `${message} | ${hint}`;
  }
}

describe('sslmode', () => {
  const cases: readonly (readonly [mode: string, host: string, onTls: RegExp, onPlain: RegExp])[] = [
    ['disable', 'localhost', /^none$/, /^none$/],
    ['allow', 'localhost', /^none$/, /^none$/],
    ['prefer', 'localhost', /^TLSv1\.3$/, /^none$/],
    ['require', 'localhost', /^TLSv1\.3$/, /the server does not support SSL connections \| the server has no TLS/i],
    [`verify-ca sslrootcert=CA`, '127.0.0.1', /^TLSv1\.3$/, /does not support SSL/],
    [`verify-ca sslrootcert=OTHER`, 'localhost', /self-signed certificate.* \| name the certificate/, /does not support SSL/],
    [`require sslrootcert=OTHER`, 'localhost', /self-signed certificate.* \| name the certificate/, /does not support SSL/],
    [`prefer sslrootcert=OTHER`, 'localhost', /^TLSv1\.3$/, /^none$/],
    [`verify-full sslrootcert=CA`, 'localhost', /^TLSv1\.3$/, /does not support SSL/],
    [`verify-full sslrootcert=CA`, '127.0.0.1', /does not match .* \| connect to a name that the certificate has/, /does not support SSL/],
    [`verify-full sslrootcert=CA hostaddr=127.0.0.1`, 'localhost', /^TLSv1\.3$/, /does not support SSL/],
    [`verify-full sslrootcert=CA hostaddr=127.0.0.1`, 'db.example.com', /does not match/, /does not support SSL/],
    ['verify-full', 'localhost', /no file .*root\.crt .* \| name it with sslrootcert/, /no file .*root\.crt/],
    ['verify-full sslrootcert=system', 'localhost', /certificate.* \| name the certificate/, /does not support SSL/],
    ['require sslnegotiation=direct', 'localhost', /^TLSv1\.3$/, /no connection to localhost/],
    ['require ssl_max_protocol_version=TLSv1.2', 'localhost', /^TLSv1\.2$/, /does not support SSL/],
  ];
  test.each(cases)('%s to %s', async (mode, host, onTls, onPlain) => {
    expect(await connectWith(encrypted, `user=postgres sslmode=${mode} host=${host}`)).toMatch(onTls);
    expect(await connectWith(plain, `user=postgres sslmode=${mode} host=${host}`)).toMatch(onPlain);
  });

  test.each([
    ['sslmode=sometimes', /sslmode=sometimes is not a mode \| choose one of/],
    ['sslmode=require sslrootcert=system', /too weak for sslrootcert=system \| set sslmode=verify-full/],
    ['sslnegotiation=direct', /sslmode=prefer is too weak for sslnegotiation=direct \| set sslmode=require/],
    ['sslnegotiation=maybe', /sslnegotiation=maybe is not known/],
    [`sslmode=require sslcert=CA`, /no private key/],
    ['sslmode=require sslcert=HOME/client.crt sslkey=HOME/open.key', /open to others than its owner \| chmod 600/],
  ])('%s is an error', async (keywords, message) => {
    expect(await connectWith(encrypted, `user=postgres host=localhost ${keywords}`)).toMatch(message);
  });

  test('means nothing on a socket', async () => {
    expect(await connectWith(encrypted, `user=postgres sslmode=verify-full host=${encrypted.folder}`)).toBe('none');
  });

  test('is verify-ca where the home has a root certificate', async () => {
    expect(await connectWith(encrypted, 'user=postgres sslmode=require host=127.0.0.1', { HOME: home })).toBe('TLSv1.3');
  });

  test('finds its certificates by the variables of the environment', async () => {
    const env = { PGSSLMODE: 'verify-full', PGSSLROOTCERT: join(fixtures, 'ca.crt'), PGHOST: 'localhost' };
    expect(await connectWith(encrypted, 'user=postgres', env)).toBe('TLSv1.3');
    expect(await connectWith(encrypted, 'user=postgres', { ...env, PGSSLROOTCERT: join(fixtures, 'other.crt') })).toMatch(/certificate/);
  });
});

describe('what pg_hba.conf asks for', () => {
  const asks: readonly (readonly [keywords: string, outcome: RegExp])[] = [
    ['user=only_tls', /^TLSv1\.3$/],
    ['user=only_tls sslmode=allow', /^TLSv1\.3$/],
    ['user=only_tls sslmode=disable', /no pg_hba\.conf entry.* \| the server's pg_hba\.conf has no line .* set sslmode=require/],
    ['user=only_plain', /^none$/],
    ['user=only_plain sslmode=require', /no pg_hba\.conf entry.* \| the server's pg_hba\.conf has no line/],
    ['user=nobody_else', /no pg_hba\.conf entry/],
    ['user=app sslmode=require', /client certificate|certificate required/i],
    ['user=scram password=secret', /^TLSv1\.3$/],
    ['user=scram password=secret channel_binding=require', /^TLSv1\.3$/],
    ['user=scram password=wrong', /password authentication failed .* \| look at the user and the password/],
    ['user=scram', /it asks for a password, and none is given \| set PGPASSWORD/],
    ['user=md5 password=secret', /^none$/],
    ['user=md5 password=secret channel_binding=require', /channel binding/],
    ['user=clear password=secret', /^TLSv1\.3$/],
    ['user=clear password=secret channel_binding=require', /channel binding/],
    ['user=postgres channel_binding=require', /channel binding/],
  ];
  test.each(asks)('%s', async (keywords, outcome) => {
    expect(await connectWith(encrypted, `host=127.0.0.1 ${keywords}`)).toMatch(outcome);
  });

  test('a certificate of the client', async () => {
    expect(await connectWith(encrypted, 'user=app host=127.0.0.1', { HOME: home })).toBe('TLSv1.3');
    expect(await connectWith(encrypted, 'user=app host=127.0.0.1 sslcertmode=disable', { HOME: home })).toMatch(/certificate/);
  });
});

describe('the password file', () => {
  const file = join(bare, 'pass');
  const env = { PGPASSFILE: file };

  test('has the password', async () => {
    put(file, `127.0.0.1:${encrypted.port}:postgres:scram:secret\n`);
    expect(await connectWith(encrypted, 'user=scram host=127.0.0.1', env)).toBe('TLSv1.3');
    expect(await connectWith(encrypted, 'user=scram host=localhost', env)).toMatch(/asks for a password/);
    expect(await connectWith(encrypted, 'user=scram host=127.0.0.1', { ...env, PGPASSWORD: 'wrong' })).toMatch(/password authentication failed/);
  });
});
