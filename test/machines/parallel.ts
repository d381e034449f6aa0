import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../src/report/count.ts';
import type { Row } from '../compatibility/section.ts';
import { type Machine, onMachine, outcome } from './machine.ts';

const runs = Array.from({ length: 10 }, (_, index) => index);

/** How ten runs ended that began at once, and how many loaded schemas there are then. */
async function race(machine: Machine, toFlags: (index: number) => readonly string[]): Promise<string> {
  const outcomes = await Promise.all(runs.map(async (index) => outcome(await machine.run({ flags: toFlags(index) }))));
  const loaded = readdirSync(join(machine.root, 'cache')).filter((name) => name.startsWith('schema-')).length;
  const building = readdirSync(join(machine.root, 'cache')).filter((name) => name.startsWith('building-')).length;
  const right = outcomes.filter((text) => text === 'works').length;
  return `${right} right answers from ${count(loaded, 'loaded schema')}${building > 0 ? `, ${building} half made` : ''}${right < runs.length ? `: ${outcomes}` : ''}`;
}

export const parallel: readonly Row[] = [
  {
    what: 'ten runs at once on one schema, with nothing in the cache and then with it there',
    happens: '10 right answers from 1 loaded schema; 10 right answers from 1 loaded schema',
    check: () =>
      onMachine(async (machine) => {
        const cold = await race(machine, () => []);
        return `${cold}; ${await race(machine, () => [])}`;
      }),
  },
  {
    what: 'ten runs at once on ten schemas, of which the cache keeps eight',
    happens: '10 right answers from 10 loaded schemas',
    check: () =>
      onMachine((machine) => {
        for (const index of runs) machine.write(`more-${index}.sql`, `CREATE TABLE more_${index} (id int);`);
        return race(machine, (index) => ['--schema', `more-${index}.sql`]);
      }),
  },
];
