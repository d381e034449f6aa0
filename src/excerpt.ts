import type { Span } from './sql/span.ts';

/** Columns of a terminal beside the line's number. */
const width = 70;

/** A line of a source with a piece of it underlined, cut where it is long. */
export function drawLine(line: string, number: number, { start, end }: Span): readonly string[] {
  const whole = line.replace(/\p{Cc}/gu, ' ');
  const cut = Math.max(0, start - width / 2);
  const kept = whole.slice(cut, cut + width).trimEnd();
  const shown = (cut > 0 ? `…${kept.slice(1)}` : kept) + (cut + width < whole.length ? '…' : '');
  const marked = Math.max(1, Math.min(kept.length, end - cut) - (start - cut));
  return [behindGutter(number, shown), behindGutter(null, `${' '.repeat(start - cut)}${'~'.repeat(marked)}`)];
}

/** A line of an error's excerpt behind its number; `null` for what is below a line. */
function behindGutter(number: number | null, text: string): string {
  return `${String(number ?? '').padStart(6)} │ ${text}`;
}
