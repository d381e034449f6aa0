import { thousands } from './count.ts';
import type { Report } from './report.ts';
import { formatCounts } from './summary.ts';

/** What was found, and what was not judged, in one line: `2 errors in 14 statements (3 files) · 1 inconclusive`. */
export function formatTally(report: Report): string {
  const { inconclusive, failed, skipped, suppressed } = report.summary;
  const rest = Object.entries({ inconclusive, failed, skipped, suppressed }).filter(([, amount]) => amount > 0);
  return [formatCounts(report), ...rest.map(([name, amount]) => `${thousands(amount)} ${name}`)].join(' · ');
}
