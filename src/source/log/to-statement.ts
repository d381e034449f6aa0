import { highestParameter } from '../../sql/placeholders.ts';
import { splitSql } from '../../sql/split.ts';
import type { Site } from '../annotation-form.ts';
import { type Annotations, parseAnnotations } from '../annotations.ts';
import { toCapturedPlan } from '../captured-plan.ts';
import { readScopes } from '../scopes.ts';
import type { Extreme, KnownParameters, Statement } from '../statement.ts';
import { type Execution, listExtremes } from './extremes.ts';
import type { Group } from './group.ts';
import type { LogValue } from './log-format.ts';

/** What a log's executions of one statement say of it. */
export function toStatement({ first, line, name, caller, calls, plan, extremes }: Group, path: string): Statement {
  const known = toKnown(first);
  const annotations = annotationsOf(first.sql, { path, line, column: 1 });
  const others = [...(extremes === null ? [] : listExtremes(extremes))].flatMap(([execution, positions]): Extreme[] =>
    execution === first ? [] : [{ of: positions.map((position) => position + 1), ...toKnown(execution) }],
  );
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

/** sqlc sends the comment that names a query with it, and others may hold directives. Values are the log's own. */
function annotationsOf(sql: string, site: Site): Pick<Annotations, 'name' | 'directives'> {
  const { pieces } = splitSql(sql);
  const [piece] = pieces;
  if (piece === undefined) return { name: null, directives: [] };
  const { name, directives } = parseAnnotations(piece, () => site);
  return { name, directives: [...directives, ...readScopes(sql, pieces, () => site)(piece.start)] };
}
