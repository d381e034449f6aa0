import type { BaselineEntry, Report, StatementReport } from '../report/report.ts';
import { toOneLine } from './one-line.ts';

/** What one project's run has judged. */
export interface Scope {
  /** The files that it has read, as statements' paths. */
  readonly paths: readonly string[];
  /** Whether a rule is on for a file. */
  readonly isInForce: (rule: string, path: string) => boolean;
  /** Whether a table's leaves are counted; of `null`, whether all tables' are. */
  readonly judges: (table: string | null) => boolean;
}

/** What is there beside the findings. */
export interface Surroundings {
  readonly scopes: readonly Scope[];
  /** A statement's path as the baseline has it. */
  readonly pathOf: (path: string) => string;
  /** What stands now in the file at a path of the baseline; `null` where there is none. */
  readonly textOf: (path: string) => string | null;
}

/** Tells of entries that hold nothing whether that means anything: what was not judged in this run may be there as ever. */
export function staleness(report: Report, { scopes, pathOf, textOf }: Surroundings): (entry: BaselineEntry) => boolean {
  const statements = new Map<string, StatementReport[]>();
  for (const statement of report.statements) {
    const path = pathOf(statement.path);
    const held = statements.get(path) ?? [];
    statements.set(path, held);
    held.push(statement);
  }
  const judged = memoize((path) =>
    (statements.get(path) ?? []).map((statement) => ({ text: toOneLine(statement), isJudged: statement.status === 'analysed' })),
  );
  const looked = scopes.map(({ paths, ...scope }) => ({ ...scope, paths: new Map(paths.map((path) => [pathOf(path), path])) }));
  const isStanding = memoize((path) => {
    const text = bare(textOf(path) ?? '');
    return (statement: string): boolean => text.includes(bare(statement));
  });
  return (entry) => {
    const { path, rule, table, captured } = entry;
    if (isGone(entry, textOf)) return true;
    const readers = looked.flatMap(({ paths, ...scope }) => (paths.has(path) ? [{ ...scope, path: paths.get(path) ?? path }] : []));
    if (readers.length === 0) return false;
    if (!readers.every((one) => one.isInForce(rule, one.path) && one.judges(table))) return false;
    const beginning = entry.statement.replace(/ …$/, '');
    const holding = judged(path).filter(({ text }) => text.includes(beginning));
    if (holding.length > 0) return holding.every(({ isJudged }) => isJudged);
    // A function's body, or a file of which a part was looked at.
    return captured === true || !isStanding(path)(beginning);
  };
}

/** What a program was called by is no path of a file. */
function isGone({ path, captured }: BaselineEntry, textOf: Surroundings['textOf']): boolean {
  return path !== '-' && !(captured === true && !/^\S+\.\w+$/.test(path)) && textOf(path) === null;
}

/** A text without what may change between two readings of the same statement. */
function bare(text: string): string {
  return text
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, '')
    .toLowerCase();
}

function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}
