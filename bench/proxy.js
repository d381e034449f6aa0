// Prints how much longer statements take through the capturing proxy than without it, on a server and a table as pgbench has them: each
// session reads and updates one account in a loop. Both ways take turns in one run, and only the ratio of their medians means anything.
//   npm run build && node bench/proxy.js [rounds]
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import pg from 'pg';

const accounts = 10_000;
const perSession = 500;

const transaction = [
  ['read', 'SELECT balance FROM account WHERE id = $1', (id) => [id]],
  ['update', 'UPDATE account SET balance = balance + $2 WHERE id = $1', (id) => [id, 1]],
];

/** Milliseconds that so many sessions take, each with as many transactions. The client works in a thread of its own, as it does in a process of its own. */
async function load(url, sessions) {
  const clients = await Promise.all(
    Array.from({ length: sessions }, async () => {
      const client = new pg.Client(url);
      await client.connect();
      return client;
    }),
  );
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; turn < perSession; turn += 1) {
        const id = 1 + Math.floor(Math.random() * accounts);
        for (const [name, text, toValues] of transaction) await client.query({ name, text, values: toValues(id) });
      }
    }),
  );
  const elapsed = performance.now() - started;
  await Promise.all(clients.map((client) => client.end()));
  return elapsed;
}

async function main() {
  const rounds = Number(process.argv[2] ?? 9);
  const work = mkdtempSync(join(tmpdir(), 'planlint-bench-'));
  // Root's PostgreSQL runs as another account, which has to reach the cache.
  chmodSync(work, 0o755);
  process.env.PLANLINT_CACHE = join(work, 'cache');
  const [{ openBackend }, { startProxy }, { toCaptured }, { startRecording }] = await Promise.all(
    ['backend', 'proxy', 'record', 'recording'].map((name) => import(`../dist/src/capture/${name}.js`)),
  );
  writeFileSync(
    join(work, 'schema.sql'),
    `CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL); INSERT INTO account SELECT n, 0 FROM generate_series(1, ${accounts}) n;`,
  );
  const backend = await openBackend({ schema: [join(work, 'schema.sql')], seed: [], cwd: work, settings: {}, binaries: null });
  let written = 0;
  const recording = startRecording((line) => {
    written += line.length;
  });
  const proxy = await startProxy(backend.dial, (execution, sender) => {
    if (execution !== null) recording.add(toCaptured(execution, { ...sender, site: null }), execution.durationMs);
  });
  const toUrl = ({ host, port }) => `postgresql://${backend.access.user}:${backend.access.password}@${host}:${port}/${backend.access.database}`;
  const client = new Worker(new URL(import.meta.url), { workerData: 'client' });
  const time = async (url, sessions) => {
    client.postMessage({ url, sessions });
    const [elapsed] = await once(client, 'message');
    return elapsed;
  };
  try {
    for (const sessions of [1, 8]) {
      const [direct, through] = [[], []];
      await time(toUrl(backend.access), sessions);
      await time(toUrl(proxy), sessions);
      for (let round = 0; round < rounds; round += 1) {
        direct.push(await time(toUrl(backend.access), sessions));
        through.push(await time(toUrl(proxy), sessions));
      }
      const [without, withProxy] = [median(direct), median(through)];
      const statements = sessions * perSession * transaction.length;
      const added = ((withProxy - without) / (statements / sessions)) * 1000;
      console.log(
        `${sessions} session${sessions === 1 ? '' : 's'}: ${rate(statements, without)} statements/s without, ${rate(statements, withProxy)} through the proxy;`,
        `ratio ${(withProxy / without).toFixed(2)}, ${added.toFixed(0)} µs more to wait for a statement`,
      );
    }
    recording.end();
    console.log(`${recording.statements()} statements recorded, ${(written / 1e6).toFixed(1)} MB`);
  } finally {
    await client.terminate();
    await proxy.close(0);
    await backend.close();
    rmSync(work, { recursive: true, force: true });
  }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function rate(statements, milliseconds) {
  return Math.round((statements / milliseconds) * 1000);
}

if (isMainThread) await main();
else if (workerData === 'client') parentPort.on('message', async ({ url, sessions }) => parentPort.postMessage(await load(url, sessions)));
