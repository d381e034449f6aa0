import { expect, test } from 'vitest';
import { causes } from '../../src/plan/causes/table.ts';
import { causeCases } from './cause-cases.ts';

const intro = `# Causes

What planlint tells of a partition key that is at fault, as \`keys[].cause\` of the JSON report and in the findings' sentences. How a key is bound is read from the plan; a cause explains it with the statement's text. Where no cause fits, it is \`null\` and the sentence is a general one.

Each statement below is a test on the ledger of \`fixtures/ledger\` and a few small tables: \`npm test\` asks PostgreSQL for its plan, and looks for the cause, the piece (between \`«\` and \`»\`) and the sentence. \`npm run docs\` writes this page from them.
`;

/** Written anew by `npm run docs`. */
test('docs/causes.md is what the cases say', async () => {
  const text = [intro, ...causes.map(({ id }) => renderCause(id))].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/causes.md');
});

function renderCause(id: string): string {
  const cases = causeCases.filter((one) => one.id === id);
  const [first] = cases;
  return `## ${id}
${first?.until === undefined ? '' : `\nUp to PostgreSQL ${first.until}.\n`}
\`\`\`sql
${cases.map(renderStatement).join('\n')}
\`\`\`

${first?.why}

${first?.advice}
`;
}

function renderStatement({ sql, piece, occurrence = 1, settings = {} }: (typeof causeCases)[number]): string {
  const start = sql.split(piece).slice(0, occurrence).join(piece).length;
  const session = Object.entries(settings).map(([name, value]) => `SET ${name} = '${value}';\n`);
  return `${session.join('')}${sql.slice(0, start)}«${piece}»${sql.slice(start + piece.length)};`;
}
