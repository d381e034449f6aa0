import type { Report } from './report.ts';

/** The report as JSON: one statement and one finding a line, so that large reports stay small, and `grep` and `diff` work on them. */
export function formatJson({ pictures: _, ...report }: Report): string {
  const fields = Object.entries<unknown>(report).map(([key, value]) => {
    const json = key === 'statements' || key === 'findings' ? list(value as readonly object[]) : JSON.stringify(value);
    return `  ${JSON.stringify(key)}: ${json}`;
  });
  return `{\n${fields.join(',\n')}\n}\n`;
}

function list(items: readonly object[]): string {
  return items.length === 0 ? '[]' : `[\n${items.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`;
}
