import type { Written } from '../written.ts';

const opening = /(?:^|\s)(?:Array|[\w\\]+ Object)$/;
const item = /^(\s*)\[([^\]]+)\] => ?(.*)$/;

/** Whether `print_r` prints an array or an object from here on. */
export const beginsPrinted = (line: string) => opening.test(line);

/** Until the bracket that closes at the depth of the first. */
export function continuesPrinted(lines: readonly string[], line: string): boolean {
  const open = lines[1]?.match(/^\s*(?=\($)/)?.[0];
  if (lines.length === 1) return /^\s*\($/.test(line);
  return lines.at(-1) !== `${open ?? ''})`;
}

/** An array as `print_r` prints it. */
export function parsePrinted(lines: readonly string[]): Written | null {
  return parseArray(lines, 1)?.value ?? null;
}

function parseArray(lines: readonly string[], start: number, depth = 0): { readonly value: Written; readonly end: number } | null {
  const open = lines[start]?.match(/^(\s*)\($/)?.[1];
  if (open === undefined || depth > 32) return null;
  const entries: (readonly [string, Written])[] = [];
  for (let at = start + 1; at < lines.length; at += 1) {
    if (lines[at] === `${open})`) return { value: { kind: 'map', entries }, end: at };
    const [, , key, text = ''] = item.exec(lines[at] ?? '') ?? [];
    if (key === undefined) continue;
    const nested = opening.test(text) ? parseArray(lines, at + 1, depth + 1) : null;
    if (nested !== null) {
      entries.push([key, isList(nested.value) ? { kind: 'list', items: nested.value.entries.map(([, one]) => one) } : nested.value]);
      at = nested.end;
      continue;
    }
    // A text of several lines goes on until the next key or the end.
    const more: string[] = [];
    while (at + 1 < lines.length && lines[at + 1] !== `${open})` && !isItem(lines[at + 1] ?? '', open)) {
      at += 1;
      more.push(lines[at] ?? '');
    }
    // NULL, false and the empty text are all printed as nothing.
    const whole = [text, ...more].join('\n').trimEnd();
    entries.push([key, whole === '' ? { kind: 'hidden' } : /\bObject$/.test(text) ? { kind: 'hidden' } : { kind: 'text', text: whole }]);
  }
  return null;
}

const isItem = (line: string, open: string) => item.exec(line)?.[1] === `${open}    `;

function isList(value: Written): value is Extract<Written, { kind: 'map' }> {
  return value.kind === 'map' && value.entries.every(([key], index) => key === String(index));
}
