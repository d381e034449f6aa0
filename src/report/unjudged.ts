import { showPath } from '../shown-path.ts';
import { thousands } from './count.ts';
import { printableLine } from './printable.ts';
import type { Report, StatementReport, Status } from './report.ts';

/** The statements of one status that were not judged. */
export interface Remainder {
  readonly status: Exclude<Status, 'analysed'>;
  readonly statements: number;
  /** Each with its places: `SET (db/a.sql:3)`. */
  readonly reasons: readonly string[];
}

const mostReasons = 5;
const mostPlaces = 3;

/** The statements that there is no verdict on, and no finding to say so of, in order. Utility statements are not among them. */
export function unjudgedStatements({ statements, findings }: Report): readonly StatementReport[] {
  const told = new Set(findings.map(({ statement }) => statement));
  return statements.filter(({ status }, index) => status === 'inconclusive' || (status === 'failed' && !told.has(index)));
}

/** What was not judged, and why. A failed statement that a finding tells of is counted without its reason. */
export function toRemainders(report: Report): readonly Remainder[] {
  const told = new Set(report.findings.map((finding) => report.statements[finding.statement]));
  return (['skipped', 'inconclusive', 'failed'] as const).flatMap((status) => {
    const statements = report.statements.filter((statement) => statement.status === status);
    const untold = status === 'failed' ? statements.filter((statement) => !told.has(statement)) : statements;
    return statements.length === 0 ? [] : [{ status, statements: statements.length, reasons: toReasons(untold) }];
  });
}

function toReasons(statements: readonly StatementReport[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { reason, path, line } of statements) {
    const text = printableLine(reason ?? 'no reason known');
    const at = places.get(text) ?? [];
    places.set(text, at);
    at.push(printableLine(`${showPath(path)}:${line}`));
  }
  const groups = [...places].toSorted(([, a], [, b]) => b.length - a.length);
  const shown = groups.slice(0, groups.length > mostReasons ? mostReasons - 1 : mostReasons).map(([reason, at]) => formatReason(reason, at));
  return groups.length > shown.length ? [...shown, `and ${groups.length - shown.length} more reasons`] : shown;
}

function formatReason(reason: string, places: readonly string[]): string {
  const more = places.length > mostPlaces ? ` and ${thousands(places.length - mostPlaces)} more` : '';
  return `${places.length > 1 ? `${thousands(places.length)} × ` : ''}${reason} (${places.slice(0, mostPlaces).join(', ')}${more})`;
}
