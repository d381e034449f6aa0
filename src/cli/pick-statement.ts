import { UserError } from '../errors.ts';
import { findFiles } from '../source/files.ts';
import type { Statement } from '../source/statement.ts';
import { readAll } from './prepare.ts';
import type { Streams } from './streams.ts';

/** Reads what is to be explained: a whole file, the statement at a line of it (`queries.sql:12`), or those of a name. */
export async function readPicked(target: string, name: string | undefined, streams: Streams): Promise<readonly Statement[]> {
  const { path, line } = await splitTarget(target, streams.cwd);
  const { statements } = await readAll([path], streams);
  const picked = line === null ? statements : statementAt(line, statements, path);
  return name === undefined ? picked : named(name, picked);
}

/** A file can have a colon in its name. */
async function splitTarget(target: string, cwd: string): Promise<{ readonly path: string; readonly line: number | null }> {
  const [, path, line] = /^(.+):(\d+)$/.exec(target) ?? [];
  if (path === undefined || (await findFiles(target, cwd)).length > 0) return { path: target, line: null };
  return { path, line: Number(line) };
}

/** The statements that stand on a line of the file that is named; several can, and a captured one has the lines of its records. */
function statementAt(line: number, statements: readonly Statement[], path: string): readonly Statement[] {
  const found = statements.filter((statement) => linesOf(statement).some(([first, last]) => first <= line && line <= last));
  if (found.length > 0) return found;
  const lines = [...new Set(statements.flatMap((statement) => linesOf(statement).map(([first]) => first)))].toSorted((a, b) => a - b);
  throw new UserError('source', `${path}:${line}: no statement there`, { hint: `statements begin on ${list(lines.map(String), 'line')}` });
}

/** First and last, of each place that it has in the file. */
function linesOf({ line, captured, sql, records }: Statement): readonly (readonly [first: number, last: number])[] {
  return records?.map((record) => [record, record] as const) ?? [[line, captured ? line : line + sql.split('\n').length - 1]];
}

function named(name: string, statements: readonly Statement[]): readonly Statement[] {
  const found = statements.filter((statement) => statement.name === name);
  if (found.length > 0) return found;
  const names = [...new Set(statements.flatMap((statement) => statement.name ?? []))];
  const hint =
    names.length === 0
      ? 'none of them has a name: give the line, as in queries.sql:12'
      : `there ${names.length === 1 ? 'is' : 'are'} ${list(names, '')}`;
  throw new UserError('source', `no statement is named ${JSON.stringify(name)}`, { hint });
}

const most = 8;

function list(items: readonly string[], noun: string): string {
  const shown = items.slice(0, most).join(', ');
  const rest = items.length - most;
  const kind = noun === '' ? '' : `${noun}${items.length === 1 ? '' : 's'} `;
  return `${kind}${shown}${rest > 0 ? ` and ${rest} more` : ''}`;
}
