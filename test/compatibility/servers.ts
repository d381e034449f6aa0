import { readFileSync } from 'node:fs';
import { join } from 'node:path';
// @ts-expect-error It has no types.
import { compare } from '../../fixtures/ledger/compare.js';
import { run } from '../cli/run.ts';
import { type Cluster, loadLedger, put, startCluster } from '../server/cluster.ts';
import { startPooler } from '../server/pooler.ts';
import type { Row, Section } from './section.ts';

const project = join(import.meta.dirname, '../..');
const ledger = join(project, 'fixtures/ledger');
const tls = join(project, 'fixtures/tls');

/** What of these servers runs; they are started when the first row asks for them. */
const started = new Map<string, Promise<Cluster>>();

export async function stopServers(): Promise<void> {
  for (const cluster of started.values()) await (await cluster).remove();
  started.clear();
}

function provide(name: string, make: () => Promise<Cluster>): Promise<Cluster> {
  const known = started.get(name) ?? make();
  started.set(name, known);
  return known;
}

const withLedger = (major: number) =>
  provide(`ledger on ${major}`, async () => {
    const cluster = await startCluster({ major });
    await loadLedger(cluster);
    await cluster.sql('CREATE ROLE app LOGIN; CREATE SCHEMA archive; CREATE TABLE archive.entry (day date) PARTITION BY RANGE (day)');
    return cluster;
  });

const encrypted = () =>
  provide('encrypted', async () => {
    const names = ['server.crt', 'server.key', 'ca.crt'];
    const files = Object.fromEntries(names.map((name) => [name, readFileSync(join(tls, name), 'utf8')]));
    const config = { ssl: 'on', ssl_cert_file: '../server.crt', ssl_key_file: '../server.key' };
    const cluster = await startCluster({ files, config, hba: ['all app 127.0.0.1/32 scram-sha-256', 'all postgres 127.0.0.1/32 trust'] });
    await cluster.sql("CREATE ROLE app LOGIN PASSWORD 'secret'");
    return cluster;
  });

/** What a run of all queries of the ledger comes to. */
async function judgeLedger(url: string): Promise<string> {
  const { stdout, stderr } = await run(['check', 'queries', 'captured', '--url', url, '-f', 'json'], { cwd: ledger });
  if (stderr !== '') return stderr.split('\n')[0] ?? '';
  const report = JSON.parse(stdout);
  const differences = compare(report, JSON.parse(readFileSync(join(ledger, 'expected.json'), 'utf8')));
  return differences.length === 0 ? same : differences.join('; ');
}

const same = 'Every query of the ledger is judged, with the findings of the embedded server.';

interface Attempt {
  readonly sql?: string;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The last line that people see, or what is wrong and what to do. */
async function say(url: string, { sql = 'SELECT 1;', flags = [], env = {} }: Attempt = {}): Promise<string> {
  const { stdout, stderr } = await run(['check', '-', '--url', url, ...flags], { stdin: sql, env: { HOME: tls, ...env }, columns: 1000 });
  const text = stderr.includes('hint:') ? stderr : stdout;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours
  return text.replace(/\u001b\[[\d;?]*[A-Za-z]|\r/g, '').replaceAll(tls, '…');
}

async function connects(url: string, attempt: Attempt = {}): Promise<string> {
  const text = await say(url, attempt);
  const [, refused, hint] = /planlint: (.*)\nhint: (.*)/.exec(text) ?? [];
  if (refused === undefined) return /PostgreSQL \d+\.\d+ server/.test(text) ? 'Connects.' : text;
  return `Refused; the hint: “${hint}”.`;
}

const majors: readonly Row[] = [14, 15, 16, 17, 18].map((major) => ({
  what: `PostgreSQL ${major}`,
  happens: same,
  check: async () => judgeLedger((await withLedger(major)).url()),
}));

const noTls = 'Refused; the hint: “the server has no TLS: sslmode=disable or prefer connects without, where the way is safe”.';
const otherName = 'Refused; the hint: “connect to a name that the certificate has, or let sslmode=verify-ca pass the name over”.';

const modes: readonly Row[] = (
  [
    ['disable', 'Connects.', 'Connects.'],
    ['allow', 'Connects.', 'Connects.'],
    ['prefer', 'Connects.', 'Connects.'],
    ['require', 'Connects.', noTls],
    ['verify-ca&sslrootcert=CA', 'Connects.', noTls],
    ['verify-full&sslrootcert=CA', otherName, noTls],
  ] as const
).map(([mode, onTls, onPlain]) => ({
  what: `\`sslmode=${mode.replace('&', ' ')}\`, to 127.0.0.1 where the certificate is for localhost, and where there is no TLS`,
  happens: `With TLS: ${onTls} Without: ${onPlain}`,
  async check() {
    const query = `?sslmode=${mode.replace('CA', encodeURIComponent(join(tls, 'ca.crt')))}`;
    const outcomes = await Promise.all([encrypted(), withLedger(18)].map(async (cluster) => connects(`${(await cluster).url()}${query}`)));
    return `With TLS: ${outcomes[0]} Without: ${outcomes[1]}`;
  },
}));

const ways: readonly Row[] = [
  {
    what: 'A server that asks for a password: `PGPASSWORD`',
    happens: 'Connects.',
    check: async () => connects((await encrypted()).url('app'), { env: { PGPASSWORD: 'secret' } }),
  },
  {
    what: 'The same: `PGPASSFILE`, open to nobody else',
    happens: 'Connects.',
    async check() {
      const cluster = await encrypted();
      put(join(cluster.folder, 'pass'), '127.0.0.1:*:postgres:app:secret\n');
      return connects(cluster.url('app'), { env: { PGPASSFILE: join(cluster.folder, 'pass') } });
    },
  },
  {
    what: 'The same: no password',
    happens: 'Refused; the hint: “set PGPASSWORD, or write it into the password file (~/.pgpass)”.',
    check: async () => connects((await encrypted()).url('app')),
  },
  {
    what: 'The name of a variable: `--url DATABASE_URL`',
    happens: 'Connects.',
    check: async () => connects('DATABASE_URL', { env: { DATABASE_URL: (await withLedger(18)).url() } }),
  },
  {
    what: 'A service: `--url service=ledger`, with `PGSERVICEFILE`',
    happens: 'Connects.',
    async check() {
      const { folder, port } = await withLedger(18);
      put(join(folder, 'services'), `[ledger]\nhost=${folder}\nport=${port}\nuser=postgres\n`);
      return connects('service=ledger', { env: { PGSERVICEFILE: join(folder, 'services') } });
    },
  },
  {
    what: 'Keywords and values, several hosts of which the first does not exist, `target_session_attrs=read-write`',
    happens: 'Connects.',
    async check() {
      const { folder, port } = await withLedger(18);
      return connects(`host=/nowhere,${folder} port=${port} user=postgres target_session_attrs=read-write`);
    },
  },
];

const rights: readonly Row[] = [
  {
    what: 'A role that may not read a table',
    happens:
      '1 inconclusive: permission denied for table credit: GRANT SELECT ON credit to the role that planlint plans as, or name another with --set role=…',
    async check() {
      const text = await say((await withLedger(18)).url('app'), { sql: 'SELECT 1; SELECT id FROM credit WHERE account_group = 1;' });
      return /1 inconclusive: [^\n]*?(?= \(standard input)/.exec(text)?.[0] ?? text;
    },
  },
  {
    what: '`--only-schema public`, and a statement that reads a partitioned table of another schema',
    happens: 'it reads no partitioned table',
    async check() {
      const text = await say((await withLedger(18)).url(), { sql: 'SELECT day FROM archive.entry;', flags: ['--only-schema', 'public'] });
      return /it reads no partitioned table/.exec(text)?.[0] ?? text;
    },
  },
  {
    what: 'A hot standby, `target_session_attrs=standby`',
    happens: same,
    async check() {
      const cluster = await provide('standby', async () => {
        const made = await startCluster();
        await loadLedger(made);
        await made.stop();
        put(join(made.folder, 'data/standby.signal'), '');
        await made.start();
        return made;
      });
      return judgeLedger(`${cluster.url()}?target_session_attrs=standby`);
    },
  },
];

/** These need the program. */
export const poolers: readonly Row[] = (
  [
    ['session', same],
    ['transaction', same],
    ['statement', 'planlint: the server closed the connection twice: transaction blocks not allowed in statement pooling mode'],
  ] as const
).map(([mode, happens]) => ({
  what: `PgBouncer, \`pool_mode = ${mode}\``,
  happens,
  async check() {
    const pooler = await startPooler(await withLedger(18), mode);
    try {
      return await judgeLedger(pooler.url());
    } finally {
      await pooler.stop();
    }
  },
}));

export const servers: Section = {
  title: 'Servers of your own (`--url`)',
  intro:
    'Everything is planned in transactions that are read-only, give up a lock after a second, and are rolled back. A test compares the server before and after: no transaction id, no row, no statistic and no lock is used up.',
  heads: ['Server', 'What happens'],
  rows: [...majors, ...rights, ...modes, ...ways, ...poolers],
};
