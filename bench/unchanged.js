// Prints how long a second `planlint check` of the ledger's queries takes when nothing has changed, beside Node.js that loads commander and
// chalk and reads the same files. Only the ratio of medians taken in one run means anything.
//   npm run build && node bench/unchanged.js [rounds]
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 21);
const work = mkdtempSync(join(tmpdir(), 'planlint-bench-'));
// Root's PostgreSQL runs as another account, which has to reach the cache.
chmodSync(work, 0o755);
const env = { ...process.env, PLANLINT_CACHE: join(work, 'cache') };
const least = join(work, 'least.mjs');
writeFileSync(
  least,
  `import { readdirSync, readFileSync } from 'node:fs';
await import(${JSON.stringify(import.meta.resolve('commander'))});
await import(${JSON.stringify(import.meta.resolve('chalk'))});
for (const name of readdirSync('fixtures/ledger/queries')) readFileSync('fixtures/ledger/queries/' + name);
for (const name of ['schema', 'seed']) readFileSync('fixtures/ledger/' + name + '.sql');
`,
);
const check = 'bin/planlint.js check fixtures/ledger/queries --schema fixtures/ledger/schema.sql --seed fixtures/ledger/seed.sql'.split(' ');

/** Milliseconds that a script takes. One that broke off would look fast. */
function time(args, status) {
  const started = performance.now();
  const run = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  const elapsed = performance.now() - started;
  if (run.status !== status) throw new Error(`${args[0]} ended with ${run.status}: ${run.stderr}`);
  return { elapsed, output: run.stdout };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

try {
  time(check, 1);
  const times = { least: [], check: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.least.push(time([least], 0).elapsed);
    const { elapsed, output } = time(check, 1);
    if (!output.includes('as judged before')) throw new Error('the run has judged anew');
    times.check.push(elapsed);
  }
  const [slow, fast] = [median(times.check), median(times.least)];
  console.log(`least that can be  ${fast.toFixed(0)} ms (median of ${rounds})`);
  console.log(`planlint           ${slow.toFixed(0)} ms (median)`);
  console.log(`ratio              ${(slow / fast).toFixed(2)}`);
} finally {
  rmSync(work, { recursive: true, force: true });
}
