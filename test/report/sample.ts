import type { Evidence, Finding, Report, Severity, StatementReport, TableReport } from '../../src/report/report.ts';
import { toPosition } from '../../src/sql/span.ts';

/** A finding as a test tells it: `at` is the piece of the SQL to underline, `from` where to look for it. */
export interface FindingSample {
  readonly rule?: string;
  readonly severity?: Severity;
  readonly at?: string;
  readonly from?: string;
  readonly message?: string;
  readonly help?: string;
  readonly evidence?: Evidence;
}

export interface StatementSample extends Partial<StatementReport> {
  readonly findings?: readonly FindingSample[];
}

/** What findings on one reference share, and what each has of its own. */
export function effectSample(effect: string, cause: string, reference = 0): Pick<FindingSample, 'message' | 'evidence'> {
  return { message: `${effect}; ${cause}`, evidence: { reference, effect, cause } };
}

export const reads = '`credit c` reads 70 leaves in 14 groups; `created_at` is not constrained';
export const advice = 'Add `c.created_at = e.created_at` to the join';

export function sampleReport(samples: readonly StatementSample[], settings: Readonly<Record<string, string>> = { timezone: 'UTC' }): Report {
  const statements = samples.map(sampleStatement);
  const findings = samples.flatMap((sample, index) =>
    (sample.findings ?? []).map((finding) => sampleFinding(finding, index, sampleStatement(sample))),
  );
  const having = (status: string): number => statements.filter((statement) => statement.status === status).length;
  const analysed = having('analysed');
  const judged = statements.length - having('skipped');
  return {
    version: 1,
    planlint: '0.1.0',
    server: { engine: 'embedded', database: null, version: '18.4', citus: null, settings },
    schema: { partitioned: 1, notes: [] },
    summary: {
      files: new Set(statements.map(({ path }) => path)).size,
      statements: statements.length,
      distinct: new Set(statements.map(({ sql }) => sql)).size,
      analysed,
      inconclusive: having('inconclusive'),
      skipped: having('skipped'),
      failed: having('failed'),
      errors: findings.filter(({ severity }) => severity === 'error').length,
      warnings: findings.filter(({ severity }) => severity === 'warning').length,
      suppressed: 0,
      coverage: judged === 0 ? 1 : analysed / judged,
    },
    statements,
    findings,
  };
}

export function sampleTable(given: Partial<TableReport> = {}): TableReport {
  return {
    table: 'public.ledger_entry',
    named: null,
    alias: 'e',
    line: 1,
    column: 15,
    verdict: 'ok',
    keys: [{ column: 'account_group', binding: 'equality', origin: 'where', at: { line: 1, column: 30 }, why: 'account_group = $1', cause: null }],
    leaves: { planned: 1, total: 70, byGroup: { ledger_entry_g01: 1 } },
    pruned: { plan: 69, start: 0 },
    executed: null,
    executedWith: null,
    generic: null,
    ...given,
  };
}

function sampleStatement(given: StatementSample): StatementReport {
  const { findings: _, ...rest } = given;
  return {
    path: 'db/queries/ledger.sql',
    line: 1,
    column: 1,
    name: null,
    captured: false,
    kind: 'select',
    sql: 'SELECT 1',
    calls: 1,
    unjudgedCalls: 0,
    status: 'analysed',
    reason: null,
    accepted: null,
    verdict: 'ok',
    parameters: 'none',
    plan: 'made',
    tables: [sampleTable()],
    citus: null,
    ...rest,
  };
}

function sampleFinding(given: FindingSample, statement: number, place: StatementReport): Finding {
  const { rule = 'require-partition-keys', severity = 'error', at, from, message = reads, help = advice, evidence = { reference: 0 } } = given;
  const start = at === undefined ? 0 : place.sql.indexOf(at, from === undefined ? 0 : place.sql.indexOf(from));
  const end = at === undefined ? place.sql.length : start + at.length;
  const position = (offset: number): { line: number; column: number } => {
    if (place.captured) return { line: place.line, column: place.column };
    const { line, column } = toPosition(place.sql, offset);
    return { line: place.line + line - 1, column: (line === 1 ? place.column - 1 : 0) + column };
  };
  return {
    rule,
    severity,
    path: place.path,
    ...position(start),
    endLine: position(end).line,
    endColumn: position(end).column,
    statement,
    table: 'public.credit',
    message,
    help,
    evidence: at === undefined ? evidence : { ...evidence, span: [start, end] },
    fingerprint: `${rule}:${statement}`,
    suppressed: null,
  };
}
