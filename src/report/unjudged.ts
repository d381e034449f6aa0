import { showPath } from '../shown-path.ts';
import { count, thousands } from './count.ts';
import { printableLine } from './printable.ts';
import type { Report, StatementReport, Status } from './report.ts';

/** How far a statement was judged that was not judged wholly. */
export interface Shortfall {
  readonly status: Exclude<Status, 'analysed'> | 'partly judged';
  readonly reason: string;
}

/** A statement that falls short, and how. */
export type Unjudged = Omit<StatementReport, keyof Shortfall> & Shortfall;

/** The statements that fall short alike. */
export interface Remainder {
  readonly status: Shortfall['status'];
  readonly statements: number;
  /** Each with its places: `SET (db/a.sql:3)`. */
  readonly reasons: readonly string[];
}

const mostReasons = 5;
const mostPlaces = 3;

/** Why nothing, or not everything, is known of a statement; `null` where each of its calls was judged. */
export function shortfallOf({ status, reason, accepted, calls, unjudgedCalls }: StatementReport): Shortfall | null {
  if (status !== 'analysed') return { status, reason: `${reason ?? 'no reason known'}${accepted === null ? '' : `; accepted: ${accepted}`}` };
  return unjudgedCalls === 0
    ? null
    : { status: 'partly judged', reason: `values of ${thousands(unjudgedCalls)} of ${count(calls, 'call')} not looked at` };
}

/** The statements that there is no verdict on, or none on some of their calls, and no finding to say so of, in order. Utility statements are not among them. */
export function unjudgedStatements({ statements, findings }: Report): readonly Unjudged[] {
  const told = new Set(findings.map(({ statement }) => statement));
  return statements.flatMap((statement, index) => {
    const shortfall = shortfallOf(statement);
    const isTold = shortfall === null || shortfall.status === 'skipped' || (shortfall.status !== 'inconclusive' && told.has(index));
    return isTold ? [] : [{ ...statement, ...shortfall }];
  });
}

/** What was not judged, and why. A failed statement that a finding tells of is counted without its reason. */
export function toRemainders(report: Report): readonly Remainder[] {
  const told = new Set(report.findings.map((finding) => report.statements[finding.statement]));
  return (['partly judged', 'skipped', 'inconclusive', 'failed'] as const).flatMap((status) => {
    const statements = report.statements.filter((statement) => shortfallOf(statement)?.status === status);
    const untold = status === 'failed' ? statements.filter((statement) => !told.has(statement)) : statements;
    return statements.length === 0 ? [] : [{ status, statements: statements.length, reasons: toReasons(untold) }];
  });
}

function toReasons(statements: readonly StatementReport[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const statement of statements) {
    const text = printableLine(shortfallOf(statement)?.reason ?? '');
    const at = places.get(text) ?? [];
    places.set(text, at);
    at.push(printableLine(`${showPath(statement.path)}:${statement.line}`));
  }
  const groups = [...places].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = groups.slice(0, groups.length > mostReasons ? mostReasons - 1 : mostReasons).map(([reason, at]) => formatReason(reason, at));
  return groups.length > shown.length ? [...shown, `and ${groups.length - shown.length} more reasons`] : shown;
}

function formatReason(reason: string, places: readonly string[]): string {
  const more = places.length > mostPlaces ? ` and ${thousands(places.length - mostPlaces)} more` : '';
  return `${places.length > 1 ? `${thousands(places.length)} × ` : ''}${reason} (${places.slice(0, mostPlaces).join(', ')}${more})`;
}
