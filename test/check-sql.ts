import { rules } from '../rules/index.ts';
import type { Database } from '../src/database/database.ts';
import { lint } from '../src/lint.ts';
import type { RuleSettings } from '../src/policy/rule-settings.ts';
import type { Finding, StatementReport } from '../src/report/report.ts';
import type { Statement } from '../src/source/statement.ts';

export interface Checked {
  readonly statement: StatementReport;
  readonly findings: readonly Finding[];
}

/** What planlint says of one statement, with all rules, as they come or as is given. */
export async function checkSql(database: Database, sql: string, given: Partial<Statement> = {}, policy: RuleSettings = {}): Promise<Checked> {
  const [checked] = await checkAll(database, [toStatement(sql, given)], policy);
  if (checked === undefined) throw new Error('no statement in the report');
  return checked;
}

export async function checkAll(database: Database, statements: readonly Statement[], policy: RuleSettings = {}): Promise<readonly Checked[]> {
  const report = await lint({ files: 1, statements }, database, { rules, policy, showValues: true, onProgress: () => {} });
  return report.statements.map((statement, index) => ({ statement, findings: report.findings.filter((finding) => finding.statement === index) }));
}

export function toStatement(sql: string, given: Partial<Statement> = {}): Statement {
  return {
    path: 'queries/q.sql',
    line: 1,
    column: 1,
    name: null,
    sql,
    captured: false,
    parameters: null,
    directives: [],
    plan: null,
    calls: 1,
    ...given,
  };
}

/** The piece of the statement that a finding underlines. */
export function underlined({ statement }: Checked, { evidence }: Finding): string {
  return statement.sql.slice(...(evidence.span ?? [0, 0]));
}

/** The findings as a table has them: the rule, the key, and what is underlined; a warning has a `?`. */
export function outline(checked: Checked): readonly string[] {
  return checked.findings.map((finding) => {
    const { rule, severity, evidence } = finding;
    return [`${rule}${severity === 'warning' ? '?' : ''}`, evidence.key ?? '', underlined(checked, finding)].join(' | ');
  });
}
