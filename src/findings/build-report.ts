import type { Database } from '../database/database.ts';
import type { Finding, LogReport, Report, StatementReport, Status, TableReport } from '../report/report.ts';
import type { Position, Span } from '../sql/span.ts';
import type { Examined } from '../subject.ts';
import type { Reference } from '../verdict.ts';
import { version } from '../version.ts';
import { countFindings } from './count-findings.ts';
import { maskLiterals } from './mask.ts';
import { placeOffset, toOwnOffset } from './place.ts';

/** Everything a run has found. */
export interface Results {
  readonly files: number;
  readonly logs: readonly LogReport[];
  /** How many partitioned tables there are. */
  readonly roots: number;
  readonly examined: readonly Examined[];
  readonly findings: readonly Finding[];
  /** By the statement's index, why it may stay inconclusive. */
  readonly accepted: ReadonlyMap<number, string>;
}

/** Puts the results into the form of the public report. */
export function buildReport({ files, logs, roots, examined, findings, accepted }: Results, database: Database, showValues: boolean): Report {
  const statements = examined.map((statement, index) => ({ ...toStatement(statement, showValues), accepted: accepted.get(index) ?? null }));
  const count = (status: Status): number => statements.filter((statement) => statement.status === status).length;
  const [analysed, skipped] = [count('analysed'), count('skipped')];
  return {
    version: 1,
    planlint: version,
    server: { engine: database.engine, database: database.name, version: database.version, citus: null, settings: database.settings },
    schema: { partitioned: roots, notes: database.state.notes },
    summary: {
      files,
      statements: statements.length,
      distinct: new Set(examined.map((statement) => statement.judgement)).size,
      analysed,
      inconclusive: count('inconclusive'),
      skipped,
      failed: count('failed'),
      ...countFindings(findings),
      coverage: statements.length === skipped ? 1 : analysed / (statements.length - skipped),
    },
    ...(logs.length === 0 ? {} : { logs }),
    statements,
    findings,
  };
}

/** One statement's part of the report. */
export function toStatement({ statement, text, judgement, unjudgedCalls = 0 }: Examined, showValues: boolean): StatementReport {
  const isJudged = judgement.status === 'analysed' || judgement.status === 'inconclusive';
  return {
    path: statement.path,
    line: statement.line,
    column: statement.column,
    name: statement.name,
    captured: statement.captured,
    kind: text.kind,
    sql: statement.captured && !showValues ? maskLiterals(statement.sql) : statement.sql,
    calls: statement.calls,
    unjudgedCalls,
    status: judgement.status,
    reason: judgement.status === 'analysed' ? null : judgement.reason,
    accepted: null,
    verdict: isJudged ? judgement.verdict : null,
    parameters: isJudged ? judgement.parameters : 'none',
    plan: statement.plan === null ? 'made' : 'captured',
    tables: isJudged ? judgement.references.map((reference) => toTable(reference, statement)) : [],
    citus: null,
  };
}

function toTable(reference: Reference, statement: Examined['statement']): TableReport {
  const { leaves, pruned } = reference;
  const place = placeOf(reference.span, statement);
  return {
    table: reference.table,
    named: reference.named,
    alias: reference.alias,
    line: place?.line ?? null,
    column: place?.column ?? null,
    verdict: reference.verdict,
    keys: reference.keys.map((key) => ({
      column: key.column,
      binding: key.binding,
      origin: key.origin,
      at: placeOf(key.span, statement),
      why: key.why,
      cause: key.cause,
    })),
    leaves: { planned: leaves.planned, total: leaves.total, byGroup: leaves.byGroup },
    pruned: { plan: pruned.plan, start: pruned.start },
    executed: reference.executed,
    executedWith: reference.executedWith,
    generic: reference.generic,
  };
}

function placeOf(span: Span | null, statement: Examined['statement']): Position | null {
  return span === null ? null : placeOffset(statement, toOwnOffset(statement, span.start));
}
