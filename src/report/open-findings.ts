import type { Finding, Report } from './report.ts';

/** The findings that count: no annotation and no baseline stands for them. */
export function openFindings({ findings }: Pick<Report, 'findings'>): readonly Finding[] {
  return findings.filter(({ suppressed }) => suppressed === null);
}
