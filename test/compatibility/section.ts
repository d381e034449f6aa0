import { describe, expect, test } from 'vitest';

/** One line of a table in `docs/compatibility.md`, which stands there because its test saw it happen. */
export interface Row {
  readonly what: string;
  /** What planlint makes of it, as `check` gives it. Markdown. */
  readonly happens: string;
  /** Tries it on the real thing, and says in the words of `happens` what came of it. */
  check(): Promise<string>;
}

/** One table of `docs/compatibility.md`. */
export interface Section {
  readonly title: string;
  /** What stands above the table. Markdown. */
  readonly intro: string;
  readonly heads: readonly [what: string, happens: string];
  readonly rows: readonly Row[];
}

/** Makes a test of each row. */
export function testSection({ title, rows }: Section): void {
  describe(title, () => {
    for (const { what, happens, check } of rows) test(what, async () => expect(await check()).toBe(happens));
  });
}

export function renderSection({ title, intro, heads, rows }: Section): string {
  const table = [heads, ['---', '---'], ...rows.map(({ what, happens }) => [what, happens])];
  return `## ${title}\n\n${intro}\n\n${table.map((cells) => `| ${cells.map(escapeCell).join(' | ')} |`).join('\n')}\n`;
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ');
}
