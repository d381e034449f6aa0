import type { Mark, Passage } from './passage.ts';
import { placeStrays } from './place-strays.ts';
import type { Finding, Report, StatementReport } from './report.ts';

/** The findings of one path. */
export interface Section {
  readonly path: string;
  readonly blocks: readonly Block[];
}

/** A statement and everything found in it. */
export interface Block {
  readonly statement: StatementReport;
  /** Findings of one table reference stand next to each other. */
  readonly findings: readonly Finding[];
  readonly passage: Passage;
  readonly marks: readonly Mark[];
  /** Statements of the same path with the same text and the same findings. */
  readonly repeats: readonly StatementReport[];
}

export function toSections(given: Report): readonly Section[] {
  const report = placeStrays(given);
  const paths = new Map<string, Map<string, Block & { repeats: StatementReport[] }>>();
  for (const [statement, findings] of byStatement(report)) {
    const blocks = paths.get(statement.path) ?? new Map();
    paths.set(statement.path, blocks);
    const identity = JSON.stringify([
      statement.sql,
      findings.map(({ rule, severity, message, help, evidence, suppressed }) => [rule, severity, message, help, evidence.span, suppressed]),
    ]);
    const first = blocks.get(identity);
    if (first === undefined) blocks.set(identity, { statement, findings, ...locate(statement, findings), repeats: [] });
    else first.repeats.push(statement);
  }
  return [...paths].map(([path, blocks]) => ({ path, blocks: [...blocks.values()] }));
}

function byStatement(report: Report): readonly (readonly [StatementReport, readonly Finding[]])[] {
  const groups = new Map<number, Finding[]>();
  for (const finding of report.findings) {
    const group = groups.get(finding.statement);
    if (group === undefined) groups.set(finding.statement, [finding]);
    else group.push(finding);
  }
  return [...groups]
    .toSorted(([a], [b]) => a - b)
    .flatMap(([index, findings]) => {
      const statement = report.statements[index];
      return statement === undefined ? [] : [[statement, findings.toSorted(byReference)] as const];
    });
}

/** What is about the whole statement comes last. */
function byReference(a: Finding, b: Finding): number {
  return (a.evidence.reference ?? Number.MAX_SAFE_INTEGER) - (b.evidence.reference ?? Number.MAX_SAFE_INTEGER);
}

function locate(statement: StatementReport, findings: readonly Finding[]): { passage: Passage; marks: readonly Mark[] } {
  const { sql, captured, line, column } = statement;
  const passage = captured ? { sql, line: 1, column: 1 } : { sql, line, column };
  const marks = findings.flatMap(({ evidence: { span: [start, end] = [0, sql.length] }, severity }) => ({ start, end, severity }));
  // To underline everything is to point at nothing.
  return { passage, marks: marks.filter(({ start, end }) => start > 0 || end < sql.length) };
}
