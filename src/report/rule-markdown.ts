import type { RuleSheet } from './presentation.ts';
import { commentsFor, configFor, describeKind } from './rule-sheet.ts';

/** All that there is to say of a rule, in Markdown, but for its name: its page in docs/rules/, and its help in SARIF. */
export function formatRuleMarkdown(rule: RuleSheet): string {
  const { summary, severity, exception, why, bad, good, options = {} } = rule;
  const set = Object.entries(options).map(([name, option]) => [
    `\`${name}\``,
    escapeCell(describeKind(option)),
    `\`${JSON.stringify(option.default)}\``,
    escapeCell(option.about),
  ]);
  const comments = commentsFor(rule);
  const byTable = Object.values(options).some(({ perTable }) => perTable === true);
  return [
    summary,
    `Severity: ${severity}${exception === undefined ? '' : `, ${exception}`}`,
    '## Why',
    why.trim(),
    '## Instead of',
    code('sql', bad),
    '## Write',
    code('sql', good),
    ...(set.length === 0 ? [] : ['## Options', formatTable([['option', 'takes', 'default', 'what it is'], ...set])]),
    ...(byTable
      ? [
          'Options that go by table can be given under `tables`, by the table\'s name with or without its schema: `{ "tables": { "ledger_entry": { … } } }`. A name that no partitioned table has is an error.',
        ]
      : []),
    '## Where it does not fit',
    ...(comments.length === 0
      ? ['A comment cannot ignore it.']
      : [
          'For one statement, in a comment above it or inside. The reason is part of it; `until` is the last day that an ignore holds.',
          code('sql', comments.join('\n')),
        ]),
    'For some files, or for all, in the config. A severity holds for every finding of the rule; `off` says nothing and leaves the other rules as they are.',
    code('json', configFor(rule)),
  ].join('\n\n');
}

/** A table whose columns are as wide as their widest cell, as the formatter wants them. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...others] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const toLine = (row: readonly string[]): string => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [head, widths.map((width) => '-'.repeat(width)), ...others].map(toLine).join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

function code(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}
