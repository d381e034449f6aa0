import { showPath } from '../shown-path.ts';
import { openFindings } from './open-findings.ts';
import { printableLine } from './printable.ts';
import type { Report } from './report.ts';
import { toSentences } from './sentences.ts';
import { formatTally } from './tally.ts';
import { unjudgedStatements } from './unjudged.ts';

/** A finding a line, as compilers print them and editors read them; what was not judged is a note. */
export function formatCompact(report: Report): string {
  const lines = [
    ...openFindings(report).map((finding) => `${placeOf(finding)}: ${finding.severity}: ${printableLine(toSentences(finding))} [${finding.rule}]`),
    ...unjudgedStatements(report).map((one) => `${placeOf(one)}: note: ${one.status}: ${printableLine(one.reason)}`),
    formatTally(report),
  ];
  return `${lines.join('\n')}\n`;
}

function placeOf({ path, line, column }: { readonly path: string; readonly line: number; readonly column: number }): string {
  return `${printableLine(showPath(path))}:${line}:${column}`;
}
