import { splitSql } from '../../sql/split.ts';
import { parseAnnotations } from '../annotations.ts';
import { toCapturedPlan } from '../captured-plan.ts';
import type { Extreme, KnownParameters, Statement } from '../statement.ts';
import { highestParameter } from './dialect.ts';
import { type Execution, listExtremes } from './extremes.ts';
import type { Group } from './group.ts';
import type { LogValue } from './log-format.ts';

/** What a log's executions of one statement say of it. */
export function toStatement({ first, line, name, caller, calls, plan, extremes }: Group, path: string): Statement {
  const known = toKnown(first);
  const others = [...(extremes === null ? [] : listExtremes(extremes))].flatMap(([execution, positions]): Extreme[] =>
    execution === first ? [] : [{ of: positions.map((position) => position + 1), ...toKnown(execution) }],
  );
  return {
    path: caller?.file.replaceAll('\\', '/') ?? path,
    line: caller?.line ?? line,
    column: 1,
    name: name ?? nameOf(first.sql, `${path}:${line}`),
    ...known,
    captured: true,
    plan: toCapturedPlan(plan),
    calls,
    ...(others.length === 0 || plan !== null ? {} : { extremes: others }),
  };
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

/** sqlc sends the comment that names a query with it. What else a comment of an application says is not ours to judge. */
function nameOf(sql: string, place: string): string | null {
  try {
    const [piece] = splitSql(sql).pieces;
    return piece === undefined ? null : parseAnnotations(piece, () => place).name;
  } catch {
    return null;
  }
}
