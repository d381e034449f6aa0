import { showPath } from '../shown-path.ts';
import { count } from './count.ts';
import { placeStrays } from './place-strays.ts';
import type { Presentation } from './presentation.ts';
import type { Finding, Report, StatementReport } from './report.ts';
import { toSentences } from './sentences.ts';
import { shortfallOf } from './unjudged.ts';
import { type Element, formatXml } from './xml.ts';

/** What became of a test case. Only what was judged and found right has passed. */
type Outcome = 'passed' | 'failures' | 'errors' | 'skipped';

interface Case {
  readonly outcome: Outcome;
  readonly element: Element;
}

/** A test suite a file, a test case a statement: failed for its errors, skipped where it was not judged; its warnings are its output. */
export function formatJunit(report: Report, { elapsedMs }: Pick<Presentation, 'elapsedMs'>): string {
  const { statements, findings: all } = placeStrays(report);
  const findings = byStatement(all);
  const suites = new Map<string, Case[]>();
  for (const [index, statement] of statements.entries()) {
    const cases = suites.get(statement.path) ?? [];
    suites.set(statement.path, cases);
    cases.push(toCase(statement, findings.get(index) ?? []));
  }
  return formatXml({
    name: 'testsuites',
    attributes: { name: 'planlint', ...tally([...suites.values()].flat()), time: (elapsedMs / 1000).toFixed(3) },
    children: [...suites].map(([path, cases]) => ({
      name: 'testsuite',
      attributes: { name: showPath(path), ...tally(cases) },
      children: cases.map(({ element }) => element),
    })),
  });
}

function byStatement(findings: readonly Finding[]): ReadonlyMap<number, readonly Finding[]> {
  const groups = new Map<number, Finding[]>();
  for (const finding of findings) groups.set(finding.statement, [...(groups.get(finding.statement) ?? []), finding]);
  return groups;
}

function tally(cases: readonly Case[]): Readonly<Record<string, number>> {
  const count = (outcome: Outcome): number => cases.filter((one) => one.outcome === outcome).length;
  return { tests: cases.length, failures: count('failures'), errors: count('errors'), skipped: count('skipped') };
}

function toCase(statement: StatementReport, findings: readonly Finding[]): Case {
  const { path, line, column, name, kind } = statement;
  const open = findings.filter(({ suppressed }) => suppressed === null);
  const errors = open.filter(({ severity }) => severity === 'error');
  const warnings = open.filter(({ severity }) => severity === 'warning');
  const [outcome, result] = toResult(statement, { errors, isSuppressed: findings.length > open.length });
  const output = warnings.map((finding) => `warning: ${toText(finding)}`).join('\n\n');
  const attributes = { name: `${line}:${column} ${name ?? kind}`, classname: showPath(path), file: path, line };
  const children = [...result, ...(output === '' ? [] : [{ name: 'system-out', attributes: {}, children: output }])];
  return { outcome, element: { name: 'testcase', attributes, children } };
}

interface Found {
  readonly errors: readonly Finding[];
  readonly isSuppressed: boolean;
}

function toResult(statement: StatementReport, { errors, isSuppressed }: Found): readonly [Outcome, readonly Element[]] {
  const { sql } = statement;
  const [first] = errors;
  if (first !== undefined) {
    const more = errors.length > 1 ? `, and ${count(errors.length - 1, 'more error')}` : '';
    const text = `${errors.map(toText).join('\n\n')}\n\n${sql}`;
    return ['failures', [{ name: 'failure', attributes: { message: `${first.message}${more}`, type: first.rule }, children: text }]];
  }
  const shortfall = shortfallOf(statement);
  if (shortfall === null) return ['passed', []];
  const { status, reason } = shortfall;
  const message = `${status}: ${reason}`;
  if (status === 'failed' && !isSuppressed) return ['errors', [{ name: 'error', attributes: { message, type: status }, children: sql }]];
  return ['skipped', [{ name: 'skipped', attributes: { message }, children: [] }]];
}

function toText(finding: Finding): string {
  return `${finding.line}:${finding.column} ${toSentences(finding)} [${finding.rule}]`;
}
