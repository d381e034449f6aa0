import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { openFiles } from '../open-schema.ts';
import { checkUnseen } from './see-nothing.ts';

let database: Database;
beforeAll(async () => {
  database = await openFiles(['fixtures/plans/schema.sql']);
});
afterAll(() => database.close());

type Json = Record<string, unknown>;

/** Numbers that look drawn and are the same on every run. */
function createDice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** Plans that EXPLAIN printed, with their statements. */
const records = readFileSync(join(import.meta.dirname, '../../fixtures/plans/18.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .filter((line) => line.startsWith('{"name"'))
  .map((line) => JSON.parse(line) as { readonly sql: string; readonly plan: unknown })
  .filter(({ plan }) => typeof plan !== 'string');

/** Every object in a plan, its nodes among them. */
function objectsOf(value: unknown): readonly Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(objectsOf);
  return Array.isArray(value) ? inside : [value as Json, ...inside];
}

const nodesOf = (plan: unknown): readonly Json[] => objectsOf(plan).filter((object) => 'Node Type' in object);

const wrongs: readonly unknown[] = [null, true, -1, 1.5, 1e308, '', 'x', "'", '((', '$1', '"', [], [[]], [null], {}, { Plan: {} }, '\ud800', '𝄞'];

/** One to three changes to a plan that no server makes. */
function damage(plan: unknown, roll: (sides: number) => number): unknown {
  const damaged = structuredClone(plan);
  for (let left = 1 + roll(3); left > 0; left -= 1) {
    const objects = objectsOf(damaged);
    const object = objects[roll(objects.length)] as Json;
    const fields = Object.keys(object);
    const field = fields[roll(fields.length)] ?? 'Plan';
    if (roll(3) === 0) delete object[field];
    else object[field] = wrongs[roll(wrongs.length)];
  }
  return damaged;
}

async function judge(plans: readonly { readonly sql: string; readonly plan: unknown }[]) {
  const { statements } = await checkUnseen(database, plans.map((record) => JSON.stringify(record)).join('\n'));
  return statements;
}

describe.each([1, 2, 3, 4, 5, 6])('damaged plans, draw %i', (seed) => {
  test('end in a judgement, or in an error that names the line', async () => {
    const roll = createDice(seed);
    const damaged = Array.from({ length: 150 }, () => {
      const { sql, plan } = records[roll(records.length)] as (typeof records)[number];
      return { sql, plan: damage(plan, roll) };
    });
    // Where `Plan` itself is gone the record is at fault, and its line is named.
    const isRecord = ({ plan }: { readonly plan: unknown }): boolean => Array.isArray(plan) && 'Plan' in (plan[0] as Json);
    const judged = await judge(damaged.filter(isRecord));
    expect(new Set(judged.map(({ status }) => status))).toEqual(new Set(['analysed', 'inconclusive']));
    for (const record of damaged.filter((one) => !isRecord(one)))
      await expect(judge([record])).rejects.toMatchObject({ name: 'UserError', message: expect.stringMatching(/^plans\.jsonl:1: "plan" is not /) });
  });

  test('are never judged where one of their nodes is not known', async () => {
    const roll = createDice(seed);
    const strange = records.map(({ sql, plan }) => {
      const changed = structuredClone(plan);
      const nodes = nodesOf(changed);
      (nodes[roll(nodes.length)] as Json)['Node Type'] = 'Quantum Scan';
      return { sql, plan: changed };
    });
    const judged = await judge(strange);
    expect(new Set(judged.map(({ status, reason }) => `${status}: ${reason}`))).toEqual(
      new Set(['inconclusive: its plan has a node that planlint does not know: Quantum Scan']),
    );
  });
});

test('a plan of which a scan was lost is not whole', async () => {
  const cut = records.flatMap(({ sql, plan }) =>
    nodesOf(plan).flatMap((node, index) => {
      const changed = structuredClone(plan);
      delete (nodesOf(changed)[index] as Json)['Plans'];
      return 'Plans' in node && Object(node)['Node Type'] !== 'Result' && Object(node)['Subplans Removed'] === undefined
        ? [{ sql, plan: changed }]
        : [];
    }),
  );
  const judged = await judge(cut);
  expect(judged.length).toBeGreaterThan(30);
  // What is lost of a scan itself is a sub-plan of its, which it names in its conditions.
  const whole = judged.filter(({ reason }) => reason?.startsWith('its plan is not whole') !== true);
  expect(whole.map(({ sql }) => /SELECT[\s\S]*\(SELECT/.test(sql))).not.toContain(false);
});
