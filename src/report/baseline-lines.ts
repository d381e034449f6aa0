import { thousands } from './count.ts';
import type { Layout } from './finding-lines.ts';
import { printableLine } from './printable.ts';
import { hang } from './prose.ts';
import type { BaselineEntry, Report } from './report.ts';

const most = 10;

/** Entries of the baseline that hold nothing, in front of the summary. */
export function formatBaselineFaults({ baseline }: Report, layout: Layout): readonly string[] {
  if (baseline === undefined) return [];
  const { stale, expired, path } = baseline;
  const file = printableLine(path);
  const past =
    expired.length === 1 ? 'is past its last day, and what it held counts again' : 'are past their last days, and what they held counts again';
  const gone = stale.length === 1 ? 'is stale, which --prune-baseline takes out' : 'are stale, which --prune-baseline takes out';
  return [
    ...list(`${countEntries(expired.length)} of ${file} ${past}:`, expired, layout),
    ...list(`${countEntries(stale.length)} of ${file} ${gone}:`, stale, layout),
  ];
}

function list(what: string, entries: readonly BaselineEntry[], { palette, width }: Layout): readonly string[] {
  if (entries.length === 0) return [];
  const shown = entries.slice(0, entries.length > most ? most - 1 : most);
  const rest = entries.length - shown.length;
  return [
    palette.warning(what),
    ...shown.flatMap(({ path, rule, statement, until }) =>
      hang(`  ${printableLine(path)}  `, printableLine(`${rule}${until === undefined ? '' : `, until ${until}`}: ${statement}`), width),
    ),
    ...(rest > 0 ? [`  and ${thousands(rest)} more, which --format json lists`] : []),
    '',
  ];
}

function countEntries(amount: number): string {
  return amount === 1 ? '1 entry' : `${thousands(amount)} entries`;
}
