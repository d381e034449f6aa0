import { displayWidth } from './cells.ts';
import type { Palette } from './palette.ts';
import { printableLine } from './printable.ts';

/** Sentences stay readable only so far, however wide the terminal is. */
const widest = 110;

/** Lines of a text behind a first line's `lead`, at most `width` columns wide, the later ones indented to where the text began. */
export function hang(lead: string, text: string, width: number): readonly string[] {
  return flow(lead, toWords(printableLine(text), room(lead, width)), width);
}

/** The same for items with a dot between, which lines break after. */
export function hangItems(lead: string, items: readonly string[], width: number): readonly string[] {
  const words = items.map((item, index) => printableLine(item) + (index === items.length - 1 ? '' : ' ·'));
  return flow(
    lead,
    words.flatMap((word) => (displayWidth(word) <= room(lead, width) ? [word] : word.split(' '))),
    width,
  );
}

/** Lines with what stands between backticks coloured instead; without colour the backticks stay. */
export function paintCode(lines: readonly string[], palette: Palette): readonly string[] {
  if (!palette.colour) return lines;
  return lines
    .join('\n')
    .replace(/`([^`]*)`/g, (_, code: string) => palette.code(code))
    .split('\n');
}

function room(lead: string, width: number): number {
  return Math.max(20, Math.min(width, widest) - displayWidth(lead));
}

function flow(lead: string, words: readonly string[], width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    if (line === '') line = word;
    else if (displayWidth(line) + 1 + displayWidth(word) <= room(lead, width)) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  const indent = ' '.repeat(displayWidth(lead));
  return [...lines, line].map((text, index) => (index === 0 ? lead : indent) + text);
}

/** Words, where code between backticks is one word unless it is long. */
function toWords(text: string, width: number): readonly string[] {
  const words = text.match(/(?:`[^`]*`|[^\s`]|`)+/g) ?? [];
  return words.flatMap((word) => (displayWidth(word) <= width / 2 ? [word] : word.split(' ')));
}
