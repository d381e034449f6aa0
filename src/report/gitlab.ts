import { numberAlike } from './number-alike.ts';
import { openFindings } from './open-findings.ts';
import type { FullPresentation } from './presentation.ts';
import type { Finding, Report, Severity } from './report.ts';
import { toRepositoryPath } from './repository-path.ts';
import { toSentences } from './sentences.ts';
import { unjudgedStatements } from './unjudged.ts';

/** One entry of a code quality report. */
interface Issue {
  readonly description: string;
  readonly check_name: string;
  /** Unlike every other of the report; GitLab compares two reports by it. */
  readonly fingerprint: string;
  readonly severity: 'major' | 'minor' | 'info';
  readonly location: { readonly path: string; readonly lines: { readonly begin: number; readonly end: number } };
}

const severities: Readonly<Record<Severity, Issue['severity']>> = { error: 'major', warning: 'minor' };

/** A code quality report of GitLab. What was not judged is in it, too, as information. */
export function formatGitlab(report: Report, { folder }: Pick<FullPresentation, 'folder'>): string {
  // Numbered before what is suppressed is left out, so that nothing changes its name when that changes.
  const fingerprints = numberAlike(report.findings.map(({ fingerprint }) => fingerprint));
  const names = new Map(report.findings.map((finding, index) => [finding, fingerprints[index] ?? '']));
  const unjudged = unjudgedStatements(report);
  const unjudgedNames = numberAlike(
    unjudged.map(({ status, path, name, sql }) => `${status} ${path} ${name ?? sql.replace(/\s+/g, ' ').slice(0, 80)}`),
  );
  const issues: readonly Issue[] = [
    ...openFindings(report).map((finding) => toIssue(finding, names.get(finding) ?? '', folder)),
    ...unjudged.map(({ status, reason, path, line }, index) => ({
      description: status === 'partly judged' ? `${status}: ${reason}` : `${status}, not judged: ${reason}`,
      check_name: status,
      fingerprint: unjudgedNames[index] ?? '',
      severity: 'info' as const,
      location: { path: toRepositoryPath(path, folder), lines: { begin: line, end: line } },
    })),
  ];
  return `${JSON.stringify(issues, null, 2)}\n`;
}

function toIssue(finding: Finding, fingerprint: string, folder: string): Issue {
  const { rule, severity, path, line, endLine } = finding;
  return {
    description: toSentences(finding),
    check_name: rule,
    fingerprint,
    severity: severities[severity],
    location: { path: toRepositoryPath(path, folder), lines: { begin: line, end: endLine } },
  };
}
