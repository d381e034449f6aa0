import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Row } from '../compatibility/section.ts';
import { findProcesses, type Machine, onMachine, outcome, program } from './machine.ts';

/** Change it to try other moments; a failure names it. */
const seed = Number(process.env['PLANLINT_TEST_SEED'] ?? 20261201);
const kills = Number(process.env['PLANLINT_TEST_KILLS'] ?? 200);
const lanes = 2;

/** Rounds after which a lane begins with nothing in the cache, and after which it has a schema that is not in it. */
const freshCache = 40;
const freshSchema = 8;

/** A generator of numbers from 0 to 1 that gives the same for the same seed. */
function random(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts a run, kills it at a random moment of those a run takes, and gives what the next run said. */
async function kill({ root, run }: Machine, schema: string, moment: number): Promise<string> {
  const child = spawn(process.execPath, [program, 'check', 'query.sql', '--schema', 'schema.sql', '--schema', schema], {
    cwd: join(root, 'project'),
    env: { ...process.env, PLANLINT_CACHE: join(root, 'cache') },
    stdio: 'ignore',
  });
  await Promise.race([pause(moment), once(child, 'exit')]);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return outcome(await run({ flags: ['--schema', schema] }));
}

/** Kills as many runs of one machine, one after the other, and gives what went wrong. */
async function runLane(machine: Machine, lane: number): Promise<readonly string[]> {
  const next = random(seed + lane);
  const faults: string[] = [];
  let usual = 1000;
  for (let round = 0; round < kills / lanes; round += 1) {
    if (round % freshCache === 0) rmSync(join(machine.root, 'cache'), { recursive: true, force: true, maxRetries: 5 });
    const isFresh = round % freshSchema === 0;
    const schema = `more-${round - (round % freshSchema)}.sql`;
    machine.write(schema, `CREATE TABLE more (id int); INSERT INTO more SELECT generate_series(1, ${1000 + round});`);
    const started = performance.now();
    const moment = next() * usual * (isFresh ? 3 : 1);
    const said = await kill(machine, schema, moment);
    // A machine with more to do takes longer to get anywhere.
    if (!isFresh) usual = Math.max(200, 0.8 * usual + 0.2 * (performance.now() - started - Math.min(moment, usual)));
    if (said !== 'works') faults.push(`lane ${lane}, round ${round}, seed ${seed}, after ${Math.round(moment)} ms: ${said}`);
  }
  return faults;
}

/** Waits for the last server's end, runs once more, and gives what is left half made. That processes end `onMachine` sees to. */
async function settle(machine: Machine): Promise<readonly string[]> {
  for (let tries = 0; tries < 200 && findProcesses(machine.root).length > 0; tries += 1) await pause(50);
  const last = outcome(await machine.run());
  if (last !== 'works') return [last];
  return readdirSync(join(machine.root, 'cache')).filter((name) => name.startsWith('building-'));
}

export const killed: Row = {
  what: `a run that is killed with SIGKILL at a random moment, ${kills} times, also while the cache is made`,
  happens: `${kills} times the next run gives the right answer; no process and nothing half made is left`,
  check: async () => {
    const results = await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        onMachine(async (machine) => ({ faults: await runLane(machine, lane), left: await settle(machine) })),
      ),
    );
    const faults = results.flatMap((result) => result.faults);
    const left = results.flatMap((result) => result.left);
    if (faults.length > 0) return faults.join('\n');
    return `${kills - faults.length} times the next run gives the right answer; ${left.length === 0 ? 'no process and nothing half made' : left.join(', ')} is left`;
  },
};
