// Prints how long a structure.sql of 40,000 lines with 1,500 leaves takes to load beside the same text in batches as psql would send it, and how long a run
// on the loaded schema takes beside one on the ledger. Only the ratios of medians taken in one run mean anything.
//   npm run bench:structure [-- rounds]
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect } from '../dist/src/database/server.js';
import { openEmbedded } from '../dist/src/index.js';
import { loadSchema } from '../dist/src/load/load.js';
import { splitSql } from '../dist/src/sql/split.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 3);
const work = mkdtempSync(join(tmpdir(), 'planlint-bench-'));
// Root's PostgreSQL runs as another account, which has to reach the cache.
chmodSync(work, 0o755);
const batchSize = 200;
const structure = join(work, 'structure.sql');
const text = spawnSync(process.execPath, ['bench/structure-sql.js'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 }).stdout;
writeFileSync(structure, text);
// A dump of one database names its roles; the batches have nobody who makes them.
writeFileSync(join(work, 'roles.sql'), 'CREATE ROLE reporting;');
const ledger = ['fixtures/ledger/schema.sql', 'fixtures/ledger/seed.sql'];

const variants = {
  async batches(connection) {
    const { pieces } = splitSql(text);
    for (let at = 0; at < pieces.length; at += batchSize) {
      const joined = pieces.slice(at, at + batchSize).map(({ sql }) => sql);
      const [reply] = await connection.run([{ text: joined.join(';\n'), simple: true }]);
      if ('error' in reply) throw new Error(reply.error.message);
    }
  },
  planlint: (connection) => loadSchema(connection, [{ path: structure, text }]),
};

/** Milliseconds that a variant takes on a server of its own, which has nothing but the roles. */
async function timeLoad(name, round) {
  process.env.PLANLINT_CACHE = join(work, `${name}-${round}`);
  const database = await openEmbedded({ schema: [join(work, 'roles.sql')], seed: [], cwd: root, settings: {}, binaries: null });
  const [entry] = readdirSync(process.env.PLANLINT_CACHE).filter((file) => file.startsWith('schema-'));
  const host = join(process.env.PLANLINT_CACHE, entry, 'data');
  const connection = await connect({ host, port: 5432, user: 'postgres', database: 'postgres' }, { timezone: 'UTC', client_min_messages: 'warning' });
  const started = performance.now();
  await variants[name](connection);
  const elapsed = performance.now() - started;
  await connection.end();
  await database.close();
  rmSync(process.env.PLANLINT_CACHE, { recursive: true, force: true });
  return elapsed;
}

/** Milliseconds that `planlint check` takes. One that broke off would look fast. */
function timeCheck(query, schema, cache) {
  const args = ['bin/planlint.js', 'check', query, ...schema.flatMap((file) => ['--schema', file])];
  const started = performance.now();
  const run = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, PLANLINT_CACHE: cache }, encoding: 'utf8' });
  const elapsed = performance.now() - started;
  if (run.status !== 0) throw new Error(`ended with ${run.status}: ${run.stdout}${run.stderr}`);
  return elapsed;
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function print(name, milliseconds, base) {
  const ratio = base === undefined ? '' : `   ratio ${(milliseconds / base).toFixed(2)}`;
  console.log(`${name.padEnd(34)}${milliseconds.toFixed(0).padStart(7)} ms${ratio}`);
}

try {
  const times = { batches: [], planlint: [], whole: [], ledger: [], structure: [] };
  for (let round = 0; round < rounds; round += 1) for (const name of Object.keys(variants)) times[name].push(await timeLoad(name, round));
  const query = join(work, 'query.sql');
  const own = join(work, 'own.sql');
  writeFileSync(query, "SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2024-02-03';");
  writeFileSync(own, "SELECT id FROM ledger_entry WHERE account_group = 3 AND booked_on = '2024-02-03';");
  const cache = join(work, 'warm');
  mkdirSync(cache);
  times.whole.push(timeCheck(own, [structure], cache));
  timeCheck(query, ledger, cache);
  for (let round = 0; round <= rounds * 7; round += 1) {
    const pair = { ledger: timeCheck(query, ledger, cache), structure: timeCheck(own, [structure], cache) };
    if (round > 0) for (const name of Object.keys(pair)) times[name].push(pair[name]);
  }
  console.log(`${readFileSync(structure, 'utf8').split('\n').length} lines, ${rounds} rounds, medians`);
  print('batches of 200 statements', median(times.batches));
  print('load by planlint, statistics included', median(times.planlint), median(times.batches));
  print('whole run, nothing cached', median(times.whole), median(times.batches));
  print('whole run on the ledger, warm', median(times.ledger));
  print('whole run on this schema, warm', median(times.structure), median(times.ledger));
} finally {
  if (existsSync(work)) rmSync(work, { recursive: true, force: true });
}
