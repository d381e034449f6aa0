import type { ConfiguredRule } from '../policy/rule-settings.ts';
import type { Finding } from '../report/report.ts';
import type { Problem } from '../rule.ts';
import type { Subject } from '../subject.ts';
import { referencesOf } from '../wording.ts';
import { fingerprintOf } from './fingerprint.ts';
import { placeSpan, toOwnSpan } from './place.ts';

/** Runs the rules over one statement, which is the report's `index`th. On one reference and key only the first rule to speak is heard. */
export function checkRules(rules: readonly ConfiguredRule[], subject: Subject, index: number): readonly Finding[] {
  const heard = new Set<string>();
  const findings: Finding[] = [];
  for (const configured of rules) {
    for (const problem of configured.rule.check(subject, configured.options)) {
      const topic = `${problem.reference} ${problem.key}`;
      if (problem.key !== undefined && heard.has(topic)) continue;
      heard.add(topic);
      findings.push(toFinding(configured, problem, { subject, index }));
    }
  }
  return findings.sort((a, b) => (a.evidence.span?.[0] ?? 0) - (b.evidence.span?.[0] ?? 0));
}

function toFinding(
  { rule, severity }: ConfiguredRule,
  problem: Problem,
  { subject, index }: { readonly subject: Subject; readonly index: number },
): Finding {
  const { statement } = subject;
  const span = problem.span === null ? { start: 0, end: statement.sql.length } : toOwnSpan(statement, problem.span);
  const reference = problem.reference === undefined ? undefined : referencesOf(subject.judgement)[problem.reference];
  const table = problem.table ?? reference?.table ?? null;
  const { from, to } = placeSpan(statement, span);
  return {
    rule: rule.id,
    severity: severity ?? problem.severity ?? rule.severity,
    path: statement.path,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
    statement: index,
    table,
    message: problem.message,
    help: problem.help,
    evidence: { ...(problem.reference === undefined ? {} : { reference: problem.reference }), ...problem.evidence, span: [span.start, span.end] },
    fingerprint: fingerprintOf(rule.id, [table, problem.reference, problem.key], statement),
    suppressed: null,
  };
}
