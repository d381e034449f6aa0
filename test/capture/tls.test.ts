import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBackend } from '../../src/capture/backend.ts';
import { type Cluster, startCluster } from '../server/cluster.ts';
import { type Front, frontOf } from './front.ts';

const fixtures = join(import.meta.dirname, '../../fixtures/tls');
const read = (name: string): string => readFileSync(join(fixtures, name), 'utf8');

let cluster: Cluster;
beforeAll(async () => {
  const files = { 'server.crt': read('server.crt'), 'server.key': read('server.key') };
  const hba = ['hostssl all scram 127.0.0.1/32 scram-sha-256', 'hostssl all clear 127.0.0.1/32 password', 'hostssl all open 127.0.0.1/32 trust'];
  cluster = await startCluster({ files, hba, config: { ssl: 'on', ssl_cert_file: '../server.crt', ssl_key_file: '../server.key' } });
  await cluster.sql(['scram', 'clear', 'open'].map((role) => `CREATE ROLE ${role} LOGIN PASSWORD 'se:cret/';`).join(' '));
});
afterAll(() => cluster.remove());

async function open(keywords: string): Promise<Front> {
  const url = `host=localhost port=${cluster.port} dbname=postgres ${keywords}`;
  return frontOf(await openBackend({ url, env: { HOME: fixtures }, settings: {} }));
}

const asked = 'SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid()';

describe.each(['scram', 'clear', 'open'])('%s', (user) => {
  test.each(['', `sslmode=verify-full sslrootcert=${join(fixtures, 'ca.crt')}`])(
    'the server’s side is encrypted, and the client’s is not: %s',
    async (mode) => {
      const front = await open(`user=${user} password=se:cret/ ${mode}`);
      try {
        const client = new pg.Client({ host: '127.0.0.1', port: front.proxy.port, user, password: 'se:cret/', database: 'postgres' });
        await client.connect();
        expect((await client.query(asked)).rows).toEqual([{ version: expect.stringMatching(/^TLS/) }]);
        await client.end();
        expect(await front.take(1)).toMatchObject([{ sql: asked }]);
      } finally {
        await front.close();
      }
    },
  );
});

// libpq breaks off where it is offered what it cannot have.
test.runIf(existsSync('/usr/bin/psql'))('libpq logs in with SCRAM', async () => {
  const front = await open('user=scram password=se:cret/');
  try {
    const env = { PATH: '/usr/bin:/bin', PGPASSWORD: 'se:cret/' };
    const child = spawn('psql', ['-h', '127.0.0.1', '-p', String(front.proxy.port), '-U', 'scram', '-d', 'postgres', '-Atc', 'SELECT 40 + 2'], {
      env,
    });
    let said = '';
    child.stdout.on('data', (piece) => {
      said += piece;
    });
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    await once(child, 'close');
    expect(said).toBe('42\n');
  } finally {
    await front.close();
  }
});

describe('a mistake of the user', () => {
  test.each([
    ['user=scram password=wrong', /password authentication failed/],
    ['user=scram', /asks for a password/],
    ['user=scram password=se:cret/ channel_binding=require', /channel_binding=require/],
    ['user=scram password=se:cret/ sslmode=disable', /no encryption/],
  ])('%s', async (keywords, message) => {
    await expect(open(keywords)).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(message) });
  });
});
