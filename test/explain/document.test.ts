import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/report/cells.ts';
import { capture, withoutColour } from './captures.ts';
import { dark, light, toSvg } from './svg.ts';

const folder = '../../docs/explain';

const statements: readonly (readonly [name: string, title: string, about: string])[] = [
  ['BothKeys', 'Both keys', 'One leaf, found when the statement is planned. Rows that are alike are one row.'],
  ['JoinOnTheIdAlone', 'A join on the id alone', 'Nothing holds the second table back: a table that lacks a key is underlined itself.'],
  ['JoinWithoutThePeriod', 'A join without the period', 'An equality travels through a join on the keys, a period does not.'],
  ['WrappedKey', 'A key inside a function', 'Groups that are listed, and a key that hides its values.'],
  [
    'SinceADay',
    'A day where the key is a moment',
    'Which moment that is depends on the time zone, so executor start takes the leaf away, after it was locked.',
  ],
  ['UpdateById', 'An update by the id', 'All leaves of all groups; the plan is two lines all the same.'],
  ['FilterOutsideACte', 'A filter outside a materialized CTE', 'The text names the key, and the plan does not see it.'],
  ['KeyFromASubSelect', 'Keys that a sub-select finds', 'Which leaf is read is decided while the statement runs.'],
  ['CopyAGroup', 'An INSERT from a SELECT', 'Rows are routed into one table and read from another; `BETWEEN` reaches over the border of a year.'],
  ['AnArrayOfGroups', 'An array as a parameter', 'A generic plan cannot look into the array: its picture stands beside the custom one, or below it.'],
  ['AThousandDays', 'A thousand days', 'Columns that are alike are one column, and what does not fit goes on below.'],
];

const wide = ['JoinWithoutThePeriod', 'AnArrayOfGroups', 'AThousandDays'] as const;

const intro = `# planlint explain

\`\`\`
planlint explain db/queries/ledger.sql:12 --schema db/migrations --seed db/seed.sql
\`\`\`

draws what a statement reads: the grid of its table's groups and ranges, how each key is bound and when it takes leaves away, why what stays stays, and the plan with the scans of leaves folded.
It takes a file (each of its statements, or those of a \`--name\`), a line of a file, or \`-\` for standard input, and the flags that \`planlint check\` has for the schema and the server.
The exit code is 0 where there is a plan to draw, however bad it is, and 2 where there is none. Nothing is executed but what planning itself runs; with \`--analyze\` statements of which leaves are decided while running are executed, rolled back, and their leaves counted.

| sign | the leaf is                                                             |
| ---- | ----------------------------------------------------------------------- |
| \`█\`  | read                                                                    |
| \`▒\`  | read or not: decided while running, by values that arrive then          |
| \`◦\`  | removed at executor start, after it was locked                          |
| \`·\`  | removed when the statement was planned                                  |

What is underlined with \`─\` takes leaves away, what is underlined with \`~\` does not, or not before the statement runs. No meaning is told by colour alone; \`--no-color\` and \`NO_COLOR\` leave it out, and a pipe gets the same text at 80 columns.
Values of captured statements are masked, in the plan as well, unless \`--show-values\` is given.
\`--format json\` gives all of it as data: the statement as in the report of \`planlint check\`, with \`references\` (each with its \`grid\`, whose rows are folded, and its \`keys\`, with the \`span\`, the \`text\` and the \`stage\` of each; and, where it reads more or less, the \`genericGrid\`) and \`tree\`, the plan. Its keys are promised until \`version\` changes.

On a dark and on a light terminal:

![A join without the period, dark](explain/dark-80.svg)

![A join without the period, light](explain/light-80.svg)

## Eleven statements at 80 columns

Each as a terminal showed it; the last line, which names the server, is left out. They are in \`fixtures/explain/queries.sql\`. All were looked at on terminals of 80 and 200 columns, dark and light.
`;

/** Written anew by \`npm run docs\`. */
test('docs/explain.md is what a terminal shows', { timeout: 120_000 }, async () => {
  const narrow: string[] = [];
  for (const [name, title, about] of statements) narrow.push(`### ${title}\n\n${about}\n\n${await fence(name, 80)}`);
  const broad: string[] = [];
  for (const name of wide) broad.push(await fence(name, 200));
  const page = [intro, narrow.join('\n'), '## Three of them at 200 columns\n', broad.join('\n')].join('\n');
  await expect(page).toMatchFileSnapshot('../../docs/explain.md');
});

async function fence(name: string, columns: number): Promise<string> {
  return `\`\`\`\n${withoutColour(await capture(name, columns)).trimEnd()}\n\`\`\`\n`;
}

describe('a picture of the terminal', () => {
  test.each([
    ['dark', 80, dark],
    ['light', 80, light],
    ['dark', 200, dark],
    ['light', 200, light],
  ] as const)('%s, %i columns', async (name, columns, theme) => {
    await expect(toSvg(await capture('JoinWithoutThePeriod', columns), columns, theme)).toMatchFileSnapshot(`${folder}/${name}-${columns}.svg`);
  });
});

test.each(statements)('%s fits at 80 and at 200 columns', async (name) => {
  for (const columns of [80, 200]) {
    const lines = withoutColour(await capture(name, columns)).split('\n');
    expect(lines.filter((line) => displayWidth(line) > columns)).toEqual([]);
  }
});
