import type { Layout } from './finding-lines.ts';
import { printableLine } from './printable.ts';
import { hang } from './prose.ts';
import type { Report } from './report.ts';

const most = 10;

/** What of the schema is not there as production has it, or at all, in front of the summary. */
export function formatNotes({ schema: { partitioned, notes }, changed }: Report, { width, palette }: Layout): readonly string[] {
  const nothing =
    partitioned === 0 && changed?.files !== 0
      ? [palette.warning('There is no partitioned table: nothing that a statement reads can be too much.'), '']
      : [];
  if (notes.length === 0) return nothing;
  const shown = notes.slice(0, notes.length > most ? most - 1 : most);
  const lines = shown.flatMap(({ subject, message }) => hang(`  ${printableLine(subject)}: `, printableLine(message), width));
  const rest = notes.length - shown.length;
  return [
    ...nothing,
    palette.warning('The schema is not on this server as it is in production:'),
    ...lines,
    ...(rest > 0 ? [`  and ${rest} more, which --format json lists`] : []),
    '',
  ];
}
