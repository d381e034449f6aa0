import type { Report } from './report.ts';

const reportKeys = ['version', 'planlint', 'server', 'summary', 'statements', 'findings'] as const;
const statementKeys = [
  'path',
  'line',
  'column',
  'name',
  'kind',
  'sql',
  'calls',
  'status',
  'reason',
  'verdict',
  'parameters',
  'tables',
  'citus',
] as const;
const findingKeys = [
  'rule',
  'severity',
  'path',
  'line',
  'column',
  'endLine',
  'endColumn',
  'statement',
  'table',
  'message',
  'help',
  'evidence',
  'fingerprint',
  'suppressed',
] as const;

/** The report as JSON: one statement and one finding a line, so that large reports stay small, and `grep` and `diff` work on them. */
export function formatJson(report: Report): string {
  const fields = Object.entries(inOrder(report, reportKeys)).map(([key, value]) => {
    if (key === 'statements') return field(key, list(report.statements.map((statement) => inOrder(statement, statementKeys))));
    if (key === 'findings') return field(key, list(report.findings.map((finding) => inOrder(finding, findingKeys))));
    return field(key, JSON.stringify(value));
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

function field(key: string, json: string): string {
  return `  ${JSON.stringify(key)}: ${json}`;
}

function list(items: readonly object[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}

/** The same object with its documented keys first, in their documented order, whoever built it. */
function inOrder<T extends object>(value: T, keys: readonly (keyof T & string)[]): T {
  const head = Object.fromEntries(keys.filter((key) => key in value).map((key) => [key, value[key]]));
  return { ...head, ...value };
}
