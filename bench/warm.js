// Prints how long `planlint check` takes on the ledger's 23 queries, warm, beside a bare script that starts Node.js and the same cached
// server and sends the same EXPLAINs. Only the ratio of medians taken in one run means anything.
//   npm run bench [-- rounds]
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serverSettings } from '../dist/src/database/cluster.js';
import { lint, openEmbedded, readSources, rules } from '../dist/src/index.js';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 21);
const ledger = join(root, 'fixtures/ledger');
const work = mkdtempSync(join(tmpdir(), 'planlint-bench-'));
// Root's PostgreSQL runs as another account, which has to reach the cache.
chmodSync(work, 0o755);
const env = { ...process.env, PLANLINT_CACHE: join(work, 'cache') };
process.env.PLANLINT_CACHE = env.PLANLINT_CACHE;

/** The commands that planlint sends for the queries, as it sends them. */
async function recordCommands() {
  const database = await openEmbedded({ schema: [`${ledger}/schema.sql`], seed: [`${ledger}/seed.sql`], cwd: root, settings: {}, binaries: null });
  const attempts = [];
  const recording = {
    ...database,
    attempt(commands) {
      attempts.push(commands);
      return database.attempt(commands);
    },
  };
  const report = await lint(await readSources([`${ledger}/queries`], root, process.stdin), recording, { rules, showValues: false, onProgress() {} });
  await database.close();
  return { attempts, statements: report.summary.statements };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** Milliseconds that a script takes. One that broke off would look fast. */
function time(args, status) {
  const started = performance.now();
  const run = spawnSync('/usr/bin/env', [process.execPath, ...args], { cwd: root, env, encoding: 'utf8' });
  const elapsed = performance.now() - started;
  if (run.status !== status) throw new Error(`${args[0]} ended with ${run.status}: ${run.stderr}`);
  return { elapsed, output: run.stdout };
}

try {
  const { attempts, statements } = await recordCommands();
  const [entry] = readdirSync(env.PLANLINT_CACHE).filter((name) => name.startsWith('schema-'));
  writeFileSync(
    join(work, 'job.json'),
    JSON.stringify({ entry: join(env.PLANLINT_CACHE, entry), settings: { ...serverSettings, io_method: 'sync' }, attempts }),
  );
  const bare = ['bench/bare.js', join(work, 'job.json')];
  const check = [
    'bin/planlint.js',
    'check',
    // What an earlier run found is another measurement: bench/unchanged.js.
    '--no-cache',
    'fixtures/ledger/queries',
    '--schema',
    'fixtures/ledger/schema.sql',
    '--seed',
    'fixtures/ledger/seed.sql',
  ];
  const times = { bare: [], check: [] };
  for (let round = 0; round <= rounds; round += 1) {
    const pair = { bare: time(bare, 0).elapsed, check: time(check, 1).elapsed };
    if (round > 0) for (const name of Object.keys(pair)) times[name].push(pair[name]);
  }
  const memory = spawnSync(process.execPath, ['bench/memory.js', ...check], { cwd: root, env, encoding: 'utf8' });
  const [slow, fast] = [median(times.check), median(times.bare)];
  console.log(`${statements} statements, ${attempts.length} transactions, ${rounds} rounds`);
  console.log(`bare script  ${fast.toFixed(0)} ms (median)`);
  console.log(`planlint     ${slow.toFixed(0)} ms (median)`);
  console.log(`ratio        ${(slow / fast).toFixed(2)}`);
  console.log(memory.stdout.trim());
} finally {
  rmSync(work, { recursive: true, force: true });
}
