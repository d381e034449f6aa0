import type { Report } from '../report/report.ts';

/** The report without its warnings, which its summary still counts. */
export function onlyErrors(report: Report): Report {
  return { ...report, findings: report.findings.filter(({ severity }) => severity === 'error') };
}
