import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { changedCode } from './changed-code.ts';
import type { Sent } from './measure.ts';
import type { Page } from './pages.ts';
import { showSql } from './shown-sql.ts';
import { readSourceCode, type SourceCode } from './source-code.ts';

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

\`npm test\` runs every line of code on this page against the ledger of \`fixtures/ledger\`, by \`planlint run\`. Its tables are partitioned by \`account_group\` and, within each group, by
\`created_at\`: 70 leaves, of which an \`id\` alone names none. What your own program sends, you see by

\`\`\`
planlint run --schema db/migrations --seed db/seed.sql -- npm test
\`\`\`
`;

const legend = `The most leaves of a table that one statement reads: with the id alone → written as shown below. A \`save\` or \`remove\` is of a loaded row.

Whoever knows only a business number looks the keys up first, in a table that is not partitioned (\`ledger_lookup\`).
`;

export function renderOrms(pages: readonly Page[], measured: ReadonlyMap<string, Measured>): string {
  const of = ({ orm }: Page): Measured => measured.get(orm) ?? new Map();
  return [intro, renderOverview(pages, of), legend, ...pages.map((page) => renderPage(page, of(page)))].join('\n');
}

function renderOverview(pages: readonly Page[], of: (page: Page) => Measured): string {
  const losses = pages.map((page) => findLosses(page, of(page)));
  const whats = [...new Set(losses.flat().map(({ what }) => what))];
  const rows = whats.map((what) => [
    what,
    ...pages.map((page, index) => {
      const loss = losses[index]?.find((one) => one.what === what);
      if (loss === undefined) return '';
      const [before, after] = [loss.operation, loss.instead].map((operation) => leavesOf(of(page).get(operation) ?? []));
      return `${before} → ${after}`;
    }),
  ]);
  return renderTable(['', ...pages.map(({ title }) => `[${title}](#${title.toLowerCase().replaceAll('.', '')})`)], rows);
}

function renderPage(page: Page, measured: Measured): string {
  const code = readSourceCode(page.orm);
  const losses = findLosses(page, measured);
  const rows = losses.map(({ operation, what }) => {
    const lossy = (measured.get(operation) ?? []).filter((sent) => sent.rules.length > 0);
    return [what, lossy.map(({ sql }) => `\`${showSql(sql)}\``).join('<br>'), String(leavesOf(lossy))];
  });
  const fine = [...measured].filter(
    ([name, sent]) => !losses.some(({ operation }) => operation === name) && sent.some(({ tables }) => tables.length > 0),
  );
  const sends = fine.flatMap(([name, sent]) =>
    sent.filter(({ tables }) => tables.length > 0).map((one) => [name, `\`${showSql(one.sql)}\``, String(leavesOf([one]))]),
  );
  return `## ${page.title}

${page.advice}

${renderTable(['With the id alone', 'It sends', 'Leaves'], rows)}
\`\`\`diff
${[...renderModel(page, code), ...losses.map((loss) => renderLoss(loss, code))].join('\n\n')}
\`\`\`

<details><summary>What ${page.title} ${version(page.packageName)} sends with all keys</summary>

${renderTable(['Operation', 'It sends', 'Leaves'], sends)}
</details>
`;
}

function renderModel({ hasModels = false }: Page, code: SourceCode): readonly string[] {
  if (!hasModels) return [];
  return [changedCode(code.declaration('CreditById').map(withoutSuffix), code.declaration('Credit')).join('\n')];
}

function renderLoss({ operation, what, instead }: Loss, code: SourceCode): string {
  return [`  // ${what}`, ...changedCode(code.operation(operation).map(withoutSuffix), code.operation(instead))].join('\n');
}

/** Models and relations that know the id alone have the names of the others on the page. */
function withoutSuffix(line: string): string {
  return line.replace(/\b(credit|entry)ById\b/gi, '$1');
}

function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`).join('');
}

function version(packageName: string): string {
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
