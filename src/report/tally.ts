import { thousands } from './count.ts';
import type { Report } from './report.ts';
import { formatCounts } from './summary.ts';
import { shortfallOf } from './unjudged.ts';

/** What was found, and what was not judged, in one line: `2 errors in 14 statements (3 files) · 1 inconclusive`. */
export function formatTally(report: Report): string {
  const { inconclusive, failed, skipped, suppressed } = report.summary;
  const partly = report.statements.filter((statement) => shortfallOf(statement)?.status === 'partly judged').length;
  const rest = Object.entries({ 'partly judged': partly, inconclusive, failed, skipped, suppressed }).filter(([, amount]) => amount > 0);
  return [formatCounts(report), ...rest.map(([name, amount]) => `${thousands(amount)} ${name}`)].join(' · ');
}
