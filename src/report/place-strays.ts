import type { Finding, Report, StatementReport } from './report.ts';

/** The report with a statement for each finding that is about none: an empty one where the finding is, so that it is told like any other. */
export function placeStrays(report: Report): Report {
  const { statements, findings } = report;
  if (findings.every(({ statement }) => statements[statement] !== undefined)) return report;
  const added: StatementReport[] = [];
  const placed = findings.map((finding) => {
    if (statements[finding.statement] !== undefined) return finding;
    added.push(toStandIn(finding));
    return { ...finding, statement: statements.length + added.length - 1 };
  });
  return { ...report, statements: [...statements, ...added], findings: placed };
}

function toStandIn({ path, line, column, rule }: Finding): StatementReport {
  return {
    path,
    line,
    column,
    name: rule,
    captured: false,
    kind: 'utility',
    sql: '',
    calls: 1,
    unjudgedCalls: 0,
    status: 'skipped',
    reason: 'no statement',
    accepted: null,
    verdict: null,
    parameters: 'none',
    plan: 'made',
    tables: [],
    citus: null,
  };
}
