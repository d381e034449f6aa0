import type { Markup } from '../markup.ts';
import { printableLine } from '../printable.ts';

/** HTML in which no name is called and no issue is linked to: an invisible character parts the sign from what follows it. */
export function calm({ markup }: Markup): string {
  return markup.replace(/@(?=[\w-])|(?<!&)#(?=\d)/g, '$&\u200b');
}

/** A text on one line, cut where it is longer than `most` characters: a blank line would end the HTML around it. */
export function line(text: string, most: number): string {
  const whole = printableLine(text);
  return whole.length <= most ? whole : `${whole.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Lines as code, between fences that nothing in them can close. */
export function fence(language: string, lines: readonly string[]): readonly string[] {
  const longest = Math.max(2, ...(lines.join('\n').match(/`+/g) ?? []).map((run) => run.length));
  const mark = '`'.repeat(longest + 1);
  return [`${mark}${language}`, ...lines, mark];
}
