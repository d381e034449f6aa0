// Prints how long `planlint check` takes on a server's log of a million lines and 400 shapes of statements, beside a bare script that cuts the
// same log into lines and hashes each statement; the planning of 400 statements is taken off first. Only the ratio means anything.
//   npm run build && node bench/log.js [rounds [lines]]
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const rounds = Number(process.argv[2] ?? 5);
const work = mkdtempSync(join(tmpdir(), 'planlint-bench-'));
// Root's PostgreSQL runs as another account, which has to reach the cache.
chmodSync(work, 0o755);
const env = { ...process.env, PLANLINT_CACHE: join(work, 'cache') };

const million = Number(process.argv[3] ?? 1_000_000);
const columns = ['id', 'account_id', 'entry_number', 'status', 'amount'];
/** 400 selections; every fourth has its values in the text, as drivers of the simple protocol send them. */
const shapes = Array.from({ length: 400 }, (_, index) => {
  const chosen = columns.filter((_, bit) => (index + 1) & (1 << bit));
  const head = `SELECT ${[...chosen, 'created_at'].join(', ')} AS created_${index} FROM ledger_entry`;
  return { isInlined: index % 4 === 3, head, tail: `ORDER BY ${columns[index % columns.length]} LIMIT 50` };
});

function valuesOf(call) {
  const [group, month, day] = [(call % 14) + 1, (call % 11) + 1, (call % 27) + 1];
  const date = (number) => `2025-${String(month).padStart(2, '0')}-${String(number).padStart(2, '0')} 00:00:00+00`;
  return [String((group - 1) * 2_000_000 + 1 + ((call * 7919) % 1_999_999)), String(group), date(day), date(day + 1)];
}

function toLines({ isInlined, head, tail }, call) {
  const [account, group, from, to] = valuesOf(call);
  const clock = new Date(Date.UTC(2026, 10, 30) + call * 3).toISOString().replace('T', ' ').replace('Z', ' UTC');
  const prefix = `${clock} [${17_000 + (call % 20)}] app@ledger web`;
  if (isInlined) {
    const where = `WHERE account_id = ${account} AND account_group = ${group} AND created_at >= '${from}' AND created_at < '${to}'`;
    return [`${prefix} LOG:  statement: ${head} ${where} ${tail}`];
  }
  const where = 'WHERE account_id = $1 AND account_group = $2 AND created_at >= $3 AND created_at < $4';
  return [
    `${prefix} LOG:  execute <unnamed>: ${head} ${where} ${tail}`,
    `${prefix} DETAIL:  parameters: $1 = '${account}', $2 = '${group}', $3 = '${from}', $4 = '${to}'`,
  ];
}

function writeLog(path) {
  const file = openSync(path, 'w');
  let lines = 0;
  let block = [];
  for (let call = 0; lines < million; call += 1) {
    const written = toLines(shapes[(call * 31) % shapes.length], call);
    lines += written.length;
    block.push(...written);
    if (block.length < 10_000) continue;
    writeSync(file, `${block.join('\n')}\n`);
    block = [];
  }
  writeSync(file, `${block.join('\n')}\n`);
}

function writeStatements(path) {
  const records = shapes.map(({ head, tail }, index) => ({
    sql: `${head} WHERE account_id = $1 AND account_group = $2 AND created_at >= $3 AND created_at < $4 ${tail}`,
    params: valuesOf(index),
  }));
  writeFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Milliseconds, megabytes and output of a script of ours. One that broke off would look fast. */
function time(args, statuses) {
  const started = performance.now();
  const report = 'process.on("exit",()=>require("fs").writeSync(2,`${JSON.stringify(process.resourceUsage())}`))';
  const run = spawnSync(
    process.execPath,
    ['--import', `data:text/javascript,import{createRequire}from"module";const require=createRequire("/");${report}`, ...args],
    {
      cwd: root,
      env,
      encoding: 'utf8',
    },
  );
  const elapsed = performance.now() - started;
  if (!statuses.includes(run.status)) throw new Error(`${args[0]} ended with ${run.status}: ${run.stderr}${run.stdout}`);
  const { maxRSS, userCPUTime, systemCPUTime } = JSON.parse(/\{.*\}$/.exec(run.stderr)?.[0] ?? '{}');
  return { elapsed: process.env.CPU ? (userCPUTime + systemCPUTime) / 1000 : elapsed, megabytes: maxRSS / 1024, output: run.stdout };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

try {
  const [log, statements] = [join(work, 'postgresql.log'), join(work, 'statements.jsonl')];
  writeLog(log);
  writeStatements(statements);
  const schema = ['--schema', 'fixtures/ledger/schema.sql', '--seed', 'fixtures/ledger/seed.sql'];
  const scripts = {
    split: ['bench/split-log.js', log],
    plans: ['bin/planlint.js', 'check', '--no-cache', statements, ...schema],
    check: ['bin/planlint.js', 'check', '--no-cache', log, ...schema],
  };
  const times = { split: [], plans: [], check: [] };
  let megabytes = 0;
  let output = '';
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, args] of Object.entries(scripts)) {
      const run = time(args, name === 'split' ? [0] : [0, 1]);
      if (round > 0) times[name].push(run.elapsed);
      if (name === 'check') [megabytes, output] = [Math.max(megabytes, run.megabytes), run.output];
    }
  }
  const [split, plans, check] = [median(times.split), median(times.plans), median(times.check)];
  console.log(output.trim().split('\n').slice(-3).join('\n'));
  console.log(`split and hash  ${split.toFixed(0)} ms (median of ${rounds})`);
  console.log(`400 plans       ${plans.toFixed(0)} ms`);
  console.log(`planlint        ${check.toFixed(0)} ms`);
  console.log(`ratio           ${((check - plans) / split).toFixed(2)} of splitting and hashing, the plans taken off`);
  console.log(`memory          ${megabytes.toFixed(0)} MB resident at most`);
} finally {
  if (process.env.KEEP) console.log(work);
  else rmSync(work, { recursive: true, force: true });
}
