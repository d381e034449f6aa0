import { countFindings } from '../findings/count-findings.ts';
import type { BaselineEntry, Finding, Report } from '../report/report.ts';

/** The report with the findings marked that entries of a baseline hold. */
export function applyBaseline(report: Report, held: ReadonlyMap<Finding, BaselineEntry>): Report {
  const findings = report.findings.map((finding): Finding => {
    const entry = held.get(finding);
    return entry === undefined ? finding : { ...finding, suppressed: { kind: 'baseline', reason: entry.reason ?? 'in the baseline' } };
  });
  return { ...report, findings, summary: { ...report.summary, ...countFindings(findings) } };
}
