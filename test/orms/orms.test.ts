import { beforeAll, describe, expect, test } from 'vitest';
import { expected } from './expected.ts';
import { measure, type Sent } from './measure.ts';
import { findLosses, leavesOf, type Measured, renderOrms } from './orms-page.ts';
import { pages } from './pages.ts';

const all = new Map<string, Measured>();

describe.each(pages)('$title', (page) => {
  let measured: Measured = new Map();
  beforeAll(async () => {
    measured = await measure(page.orm);
    all.set(page.orm, measured);
  });

  test('sends what is expected, and each statement is judged as it should be', () => {
    expect(Object.fromEntries([...measured].map(([operation, sent]) => [operation, sent.map(renderSent)]))).toEqual(expected[page.orm]);
  });

  test('reads one leaf by what is to be written instead', () => {
    const instead = findLosses(page, measured).map((loss) => measured.get(loss.instead) ?? []);
    expect(instead.length).toBeGreaterThan(4);
    expect(instead.map((sent) => [leavesOf(sent), ...sent.flatMap(({ rules }) => rules)])).toEqual(instead.map(() => [1]));
  });
});

test('prepared statements keep their names and their calls', () => {
  expect(all.get('drizzle')?.get('prepared')).toMatchObject([
    { name: 'find_credit', calls: 1 },
    { name: 'find_credit', calls: 1 },
  ]);
  expect(
    all
      .get('postgres')
      ?.get('pipeline')
      ?.map(({ calls }) => calls),
  ).toEqual([1, 1, 2, 1]);
});

/** Written anew by `npm run docs`. */
test('docs/orms.md is what was measured', async () => {
  expect([...all.keys()]).toEqual(pages.map(({ orm }) => orm));
  await expect(renderOrms(pages, all)).toMatchFileSnapshot('../../docs/orms.md');
});

function renderSent({ sql, tables, rules }: Sent): string {
  const [word = ''] = sql.trim().toLowerCase().split(/\W/);
  const read = [word, ...tables.map(({ name, leaves }) => `${name} ${leaves}`).sort()].join(', ');
  return rules.length === 0 ? read : `${read}: ${rules.join(' ')}`;
}
