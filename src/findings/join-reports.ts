import type { Picture } from '../report/explanation.ts';
import type { Report } from '../report/report.ts';

/** The report on a project. */
export interface ProjectReport {
  readonly project: string;
  readonly report: Report;
}

/** One report of several, each of which has a server of its own. */
export function joinReports(parts: readonly ProjectReport[]): Report {
  const [first] = parts;
  if (first === undefined) throw new Error('there is no report to join');
  const reports = parts.map(({ report }) => report);
  const sum = (count: (report: Report) => number): number => reports.reduce((total, report) => total + count(report), 0);
  const of = (name: keyof Report['summary']): number => sum(({ summary }) => summary[name]);
  const [statements, analysed, skipped] = [of('statements'), of('analysed'), of('skipped')];
  const logs = reports.flatMap((report) => report.logs ?? []);
  let before = 0;
  const pictures = new Map<number, Picture>();
  const findings = reports.flatMap((report) => {
    const shift = before;
    before += report.statements.length;
    for (const [index, picture] of report.pictures ?? []) pictures.set(index + shift, picture);
    return report.findings.map((finding) => ({ ...finding, statement: finding.statement + shift }));
  });
  return {
    ...first.report,
    schema: { partitioned: sum(({ schema }) => schema.partitioned), notes: reports.flatMap(({ schema }) => schema.notes) },
    projects: parts.map(({ project, report: { server, schema, summary } }) => ({ name: project, server, schema, summary })),
    summary: {
      files: of('files'),
      statements,
      distinct: of('distinct'),
      analysed,
      inconclusive: of('inconclusive'),
      skipped,
      failed: of('failed'),
      errors: of('errors'),
      warnings: of('warnings'),
      suppressed: of('suppressed'),
      coverage: statements === skipped ? 1 : analysed / (statements - skipped),
    },
    ...(logs.length === 0 ? {} : { logs }),
    statements: parts.flatMap(({ project, report }) => report.statements.map((statement) => ({ ...statement, project }))),
    findings,
    ...(pictures.size === 0 ? {} : { pictures }),
  };
}
