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
const freshCache = 20;
const freshSchema = 5;

/** A generator of numbers from 0 to 1 that gives the same for the same seed. */
function random(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Starts a run and kills it after so many milliseconds. */
async function kill({ root }: Machine, schema: string, moment: number): Promise<void> {
  const child = spawn(process.execPath, [program, 'check', 'query.sql', '--schema', 'schema.sql', '--schema', schema], {
    cwd: join(root, 'project'),
    env: { ...process.env, PLANLINT_CACHE: join(root, 'cache') },
    stdio: 'ignore',
  });
  await Promise.race([pause(moment), once(child, 'exit')]);
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

/** Kills two runs at once on one machine, looks what the next one says, and so on; gives what went wrong. */
async function runLane(machine: Machine, lane: number): Promise<readonly string[]> {
  const next = random(seed + lane);
  const faults: string[] = [];
  let usual = 1000;
  for (let round = 0; round < kills / lanes / 2; round += 1) {
    if (round % freshCache === 0) rmSync(join(machine.root, 'cache'), { recursive: true, force: true, maxRetries: 5 });
    const isFresh = round % freshSchema === 0;
    const schema = `more-${Math.floor(round / freshSchema)}.sql`;
    machine.write(schema, `CREATE TABLE more (id int); INSERT INTO more SELECT generate_series(1, 5000); -- ${schema}`);
    const moments = [next(), next()].map((part) => Math.round(part * usual * (isFresh ? 3 : 1)));
    await Promise.all(moments.map((moment) => kill(machine, schema, moment)));
    const started = performance.now();
    const said = outcome(await machine.run({ flags: ['--schema', schema] }));
    // A machine with more to do takes longer to get anywhere.
    if (!isFresh) usual = Math.max(200, 0.8 * usual + 0.2 * (performance.now() - started));
    if (said !== 'works') faults.push(`lane ${lane}, round ${round}, seed ${seed}, after ${moments} ms: ${said}`);
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
  what: 'runs that are killed with SIGKILL at random moments, two at a time, also while the cache is made (200 of them by `npm test`, 40 by CI)',
  happens: `each time the next run gives the right answer; no process and nothing half made is left`,
  check: async () => {
    const results = await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        onMachine(async (machine) => ({ faults: await runLane(machine, lane), left: await settle(machine) })),
      ),
    );
    const faults = results.flatMap((result) => result.faults);
    const left = results.flatMap((result) => result.left);
    if (faults.length > 0) return faults.join('\n');
    return `each time the next run gives the right answer; ${left.length === 0 ? 'no process and nothing half made' : left.join(', ')} is left`;
  },
};
