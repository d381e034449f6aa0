import type { Layout } from './finding-lines.ts';
import { printableLine } from './printable.ts';
import { hang } from './prose.ts';
import type { Report } from './report.ts';

const most = 10;

/** What of the schema is not there as production has it, in front of the summary. */
export function formatNotes({ schema: { notes } }: Report, { width, palette }: Layout): readonly string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(0, notes.length > most ? most - 1 : most);
  const lines = shown.flatMap(({ subject, message }) => hang(`  ${printableLine(subject)}: `, printableLine(message), width));
  const rest = notes.length - shown.length;
  return [
    palette.warning('The schema is not on this server as it is in production:'),
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more, which --format json lists`] : []),
    '',
  ];
}
