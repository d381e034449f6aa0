import { highestParameter } from '../../sql/placeholders.ts';
import { toSkeleton } from '../../sql/skeleton.ts';
import { splitSql } from '../../sql/split.ts';
import type { Site } from '../annotation-form.ts';
import { type Annotations, parseAnnotations } from '../annotations.ts';
import { toCapturedPlan } from '../captured-plan.ts';
import { readScopes } from '../scopes.ts';
import type { KnownParameters, Standing, Statement, ValueSets } from '../statement.ts';
import type { Cells } from './cells.ts';
import type { Execution } from './execution.ts';
import type { Group } from './group.ts';
import type { LogValue } from './log-format.ts';
import { hiddenText } from './postgresql/statement-row.ts';

/** What a log's executions of one statement say of it. */
export function toStatement({ first, line, name, caller, settings, calls, plan, cells, highest }: Group, path: string): Statement {
  const known = toKnown(first);
  const annotations = annotationsOf(first.sql, { path, line, column: 1 });
  return {
    path: caller?.file.replaceAll('\\', '/') ?? path,
    line: caller?.line ?? line,
    column: 1,
    name: name ?? annotations.name,
    ...known,
    directives: annotations.directives,
    captured: true,
    plan: toCapturedPlan(plan),
    calls,
    ...(settings === undefined ? {} : { settings }),
    ...(first.sql === hiddenText ? { standing: hidden } : {}),
    ...(cells === null || plan !== null ? {} : { valueSets: toValueSets(cells, highest) }),
  };
}

/** Whose text the server showed to nobody who asked is not a pass. */
const hidden: Standing = {
  edits: [],
  searchPath: null,
  unread: { status: 'inconclusive', reason: 'its text is hidden from the role that read pg_stat_statements: GRANT pg_read_all_stats to it' },
  isView: false,
};

/** What is to be had of an execution is only taken from it when it is asked for: most are like another as far as keys go. */
function toValueSets({ cells, rest }: Cells, highest: number): ValueSets {
  const sets = [...cells.values()].map(({ execution, calls, low, high }) => ({
    calls,
    low,
    high,
    read: () => toKnown(execution),
    textOf: (number: number) => textOf(execution, number, highest),
  }));
  return { sets, rest };
}

function textOf({ sql, params }: Execution, number: number, highest: number): string | null {
  const value = number > highest ? undefined : params[number - 1];
  if (value !== undefined) return value.known ? value.text : null;
  const literal = toSkeleton(sql).literals[number - highest - 1];
  return literal === undefined ? null : literal.startsWith("'") ? literal.slice(1, -1) : literal;
}

function toKnown({ sql, params }: Execution): { readonly sql: string; readonly parameters: KnownParameters | null } {
  const { pieces, fault } = splitSql(sql);
  const [piece] = pieces;
  const own = fault === null && pieces.length === 1 && piece !== undefined ? piece.sql : sql.trim();
  return { sql: own, parameters: toParameters(params, highestParameter(own)) };
}

/** Values are counted only where all of them are written down whole: PostgreSQL had them all. */
function toParameters(params: readonly LogValue[], highest: number): KnownParameters | null {
  if (params.length === 0) return null;
  const values = new Map(params.flatMap((value, index) => (value.known ? [[index + 1, value.text] as const] : [])));
  const types = new Map(params.flatMap((value, index) => (value.known && value.type !== null ? [[index + 1, value.type] as const] : [])));
  if (values.size === 0) return null;
  return { from: values.size < Math.max(highest, params.length) ? 'given' : 'captured', values, types };
}

/** sqlc sends the comment that names a query with it, and others may hold directives. Values are the log's own. */
function annotationsOf(sql: string, site: Site): Pick<Annotations, 'name' | 'directives'> {
  const { pieces } = splitSql(sql);
  const [piece] = pieces;
  if (piece === undefined) return { name: null, directives: [] };
  const { name, directives } = parseAnnotations(piece, () => site);
  return { name, directives: [...directives, ...readScopes(sql, pieces, () => site)(piece.start)] };
}
