import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { changedCode } from './changed-code.ts';
import type { Sent } from './measure.ts';
import type { Page } from './pages.ts';
import { showSql } from './shown-sql.ts';
import { readDeclaration, readSourceCode } from './source-code.ts';

export type Measured = ReadonlyMap<string, readonly Sent[]>;

/** An operation that reads more leaves than it should, and what to write instead of it. */
export interface Loss {
  readonly operation: string;
  /** As the page calls it. */
  readonly what: string;
  readonly instead: string;
}

const alone = ', id alone';

export function findLosses({ instead = {} }: Page, measured: Measured): readonly Loss[] {
  return [...measured.keys()]
    .filter((operation) => operation.endsWith(alone))
    .map((operation) => {
      const what = operation.slice(0, -alone.length);
      return { operation, what, instead: instead[what] ?? `${what}, all keys` };
    });
}

export function leavesOf(sent: readonly Sent[]): number {
  return Math.max(0, ...sent.flatMap(({ tables }) => tables.map(({ leaves }) => leaves)));
}

const intro = `# ORMs

What ORMs send to a partitioned table, and what to write so that each statement reads one leaf.

\`npm test\` runs the code on this page against the ledger of \`fixtures/ledger\`, by \`planlint run\`. Its tables are partitioned by \`account_group\` and, within each group, by
\`created_at\`: 70 leaves, and the \`id\` alone tells nothing of which. Each operation of this table reads all of them when it knows the id alone. What mends it:
`;

const legend = `- **call**: give it all keys.
- **model**: name all keys in the model, and the same call carries them.
- **join**: no call does; write a join.

A \`save\` or \`remove\` is of a loaded row, a \`batch\` of ids that share their group and year. Whoever knows a business number alone looks its keys up first, in a table that is not
partitioned, such as \`ledger_lookup\`. What your own program sends, you see by

\`\`\`
planlint run --schema db/migrations --seed db/seed.sql -- npm test
\`\`\`
`;

export function renderOrms(pages: readonly Page[], measured: ReadonlyMap<string, Measured>): string {
  const sections = pages.map((page) => toSection(page, measured.get(page.orm) ?? new Map()));
  return [intro, renderOverview(sections), legend, ...sections.map(renderSection)].join('\n');
}

/** What is known of an ORM. */
interface Section {
  readonly page: Page;
  readonly measured: Measured;
  readonly losses: readonly (Loss & { readonly before: readonly string[]; readonly after: readonly string[] })[];
  readonly isOperation: (name: string) => boolean;
}

function toSection(page: Page, measured: Measured): Section {
  const { operation } = readSourceCode(page.orm);
  const losses = findLosses(page, measured).map((loss) => {
    return { ...loss, before: (operation(loss.operation) ?? []).map(withoutSuffix), after: operation(loss.instead) ?? [] };
  });
  return { page, measured, losses, isOperation: (name) => operation(name) !== undefined };
}

function renderOverview(sections: readonly Section[]): string {
  const longest = sections.toSorted((one, other) => other.losses.length - one.losses.length);
  const whats = [...new Set(longest.flatMap(({ losses }) => losses.map(({ what }) => what)))];
  const rows = whats.map((what) => [what, ...sections.map(({ losses }) => toRemedy(losses.find((one) => one.what === what)))]);
  return renderTable(['', ...sections.map(({ page: { title } }) => `[${title}](#${title.toLowerCase().replaceAll('.', '')})`)], rows);
}

function toRemedy(loss: Section['losses'][number] | undefined): string {
  if (loss === undefined) return '';
  if (!loss.instead.startsWith(`${loss.what},`)) return '**join**';
  return isSame(loss) ? 'model' : 'call';
}

function isSame({ before, after }: Section['losses'][number]): boolean {
  return before.join('\n') === after.join('\n');
}

function renderSection({ page, measured, losses, isOperation }: Section): string {
  const lossy = losses.map(({ operation, what }) =>
    toRow(
      what,
      (measured.get(operation) ?? []).filter(({ rules }) => rules.length > 0),
    ),
  );
  const others = [...measured].filter(([name]) => isOperation(name) && !losses.some(({ operation }) => operation === name));
  const kept = losses.filter(isSame).map(({ what }) => what);
  const changed = losses.filter((loss) => !isSame(loss)).map(({ what, before, after }) => [`  // ${what}`, ...changedCode(before, after)].join('\n'));
  const model = page.models === undefined ? [] : [changedCode(...toPair(page.models)).join('\n')];
  return `## ${page.title}

${page.advice}

${renderTable(['With the id alone', 'It sends', 'Leaves'], lossy)}
\`\`\`diff
${[...model, ...changed].join('\n\n')}
\`\`\`
${kept.length === 0 ? '' : `\nWith this model the code for ${kept.join(', ')} stays as it is, and reads one leaf.\n`}
<details><summary>What ${page.title} ${versionOf(page.packageName)} sends with all keys</summary>

${renderTable(
  ['Operation', 'It sends', 'Leaves'],
  others.map(([name, sent]) => toRow(name.replace(', all keys', ''), sent)),
)}
</details>
`;
}

/** Statements about the ledger, without what begins and ends transactions. */
function toRow(name: string, sent: readonly Sent[]): readonly string[] {
  const statements = sent.filter(({ sql }) => /ledger|credit/.test(sql));
  return [name, statements.map(({ sql }) => `\`${withoutSuffix(showSql(sql))}\``).join('<br>'), String(leavesOf(statements))];
}

function toPair([byId, byKeys]: NonNullable<Page['models']>): readonly [before: readonly string[], after: readonly string[]] {
  return [readDeclaration(...byId).map(withoutSuffix), readDeclaration(...byKeys)];
}

/** Models and relations that know the id alone have the names of the others on the page. */
function withoutSuffix(text: string): string {
  return text.replace(/(credit|entry|prisma)ById/gi, '$1');
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`).join('');
}

function versionOf(packageName: string): string {
  const path =
    createRequire(import.meta.url)
      .resolve.paths(packageName)
      ?.map((folder) => `${folder}/${packageName}/package.json`) ?? [];
  for (const one of path) {
    try {
      return JSON.parse(readFileSync(one, 'utf8')).version;
    } catch {}
  }
  throw new Error(`${packageName} is not installed`);
}
