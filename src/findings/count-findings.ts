import type { Finding, Report } from '../report/report.ts';

/** What a summary says of findings: those that are suppressed count as neither error nor warning. */
export function countFindings(findings: readonly Finding[]): Pick<Report['summary'], 'errors' | 'warnings' | 'suppressed'> {
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const errors = open.filter(({ severity }) => severity === 'error').length;
  return { errors, warnings: open.length - errors, suppressed: findings.length - open.length };
}
