import type { InferOutput } from 'valibot';
import { isRecord } from '../is-record.ts';
import { showPath } from '../shown-path.ts';
import { type Piece, splitSql } from '../sql/split.ts';
import { parseAnnotations } from './annotations.ts';
import { type CapturedPlan, parsePlan, toCapturedPlan, withLogged } from './captured-plan.ts';
import type { Directive } from './directive.ts';
import { findCaller, findName, parseSqlcommenter } from './log/sqlcommenter.ts';
import { type RecordLine, toFieldError, toSyntaxError, toValueError } from './record-fault.ts';
import { readScopes } from './scopes.ts';
import { isRelevant, type SessionSettings } from './session-setting.ts';
import type { KnownParameters, ParameterValue, Statement } from './statement.ts';
import { type Exact, parseExact, toValues } from './values.ts';

type Captured = InferOutput<Awaited<ReturnType<typeof loadSchema>>>;

async function loadSchema() {
  const { array, integer, looseObject, minValue, nullish, number, pipe, record, string, union, unknown } = await import('valibot');
  const count = nullish(pipe(number(), integer(), minValue(1)));
  return looseObject({
    sql: string(),
    params: nullish(union([array(unknown()), record(string(), unknown())])),
    types: nullish(array(nullish(string()))),
    name: nullish(string()),
    file: nullish(string()),
    line: count,
    calls: count,
    durationMs: nullish(number()),
    plan: nullish(unknown()),
    settings: nullish(record(string(), string())),
  });
}

async function loadCheck(): Promise<(record: unknown, at: RecordLine) => Captured> {
  const [{ safeParse }, schema] = await Promise.all([import('valibot'), loadSchema()]);
  return (record, at) => {
    const { success, output, issues } = safeParse(schema, record);
    if (success) return output;
    throw toFieldError(at, String(issues[0].path?.[0]?.key ?? ''));
  };
}

/** A statement of a record's text, and what the text says of several. */
interface RecordPiece extends Piece {
  readonly covering: readonly Directive[];
}

const ownFields = new Set(['sql', 'params', 'types', 'name', 'file', 'line', 'calls', 'durationMs', 'plan', 'application', 'settings']);

/** Whether a text begins with a record of planlint's own capture format, and not with one of a logger that has an `sql` too. */
export function isOwnRecord(text: string): boolean {
  const [first = ''] = text.replace(/^\ufeff?\s*/, '').split('\n', 1);
  if (!first.startsWith('{')) return false;
  try {
    const record = JSON.parse(first) as Readonly<Record<string, unknown>>;
    return typeof record['sql'] === 'string' && Object.keys(record).every((name) => ownFields.has(name));
  } catch {
    return /^\{\s*"sql"\s*:/.test(first);
  }
}

/** The statements of a file in planlint's own capture format. What was seen again at the same place with the same values is one statement. */
export async function parseJsonLines(path: string, text: string): Promise<readonly Statement[]> {
  const check = await loadCheck();
  const pieces = new Map<string, readonly RecordPiece[]>();
  const statements: Statement[] = [];
  const indexes = new Map<string, number>();
  let line = 0;
  for (const json of text.replace(/^\ufeff/, '').split('\n')) {
    line += 1;
    if (json.trim() === '') continue;
    const at = { path: showPath(path), line, json };
    const record = check(parseRecord(at), at);
    const found = pieces.get(record.sql) ?? toPieces(record.sql, at);
    pieces.set(record.sql, found);
    const parameters = found.length === 1 ? toParameters(record, at) : null;
    const plan = toPlan(record, at);
    for (const piece of plan !== null && found.length > 1 ? [toWhole(record.sql)] : found) {
      const statement = toStatement(record, piece, { path, line, parameters, plan });
      // A record without a caller has its line to itself, and so has one with a plan.
      const key = statement.records !== undefined && plan === null ? keyOf(statement) : '';
      const index = indexes.get(key);
      const same = index === undefined ? undefined : statements[index];
      if (key !== '' && index === undefined) indexes.set(key, statements.length);
      if (index === undefined || same === undefined) statements.push(statement);
      else statements[index] = { ...same, calls: same.calls + statement.calls, records: [...(same.records ?? []), line] };
    }
  }
  return statements;
}

function toStatement(
  { sql, file, line, name, calls, settings }: Captured,
  piece: RecordPiece,
  at: Pick<Statement, 'path' | 'line' | 'parameters' | 'plan'>,
): Statement {
  const site = { path: at.path, line: at.line, column: 1 };
  const annotations = parseAnnotations(piece, () => site);
  const tags = parseSqlcommenter(sql);
  const caller = file ? { file, line: line ?? 1 } : findCaller(tags);
  return {
    path: caller?.file.replaceAll('\\', '/') ?? at.path,
    line: caller?.line ?? at.line,
    column: 1,
    name: name || (annotations.name ?? findName(tags)),
    sql: piece.sql,
    captured: true,
    parameters: at.parameters ?? annotations.parameters,
    directives: [...annotations.directives, ...piece.covering],
    plan: at.plan,
    calls: calls ?? 1,
    ...(caller === null ? {} : { records: [at.line] }),
    ...toSettings(settings ?? {}),
  };
}

/** What plans do not depend on is left out, so that it does not tell equal statements apart. */
function toSettings(given: SessionSettings): Pick<Statement, 'settings'> {
  const kept = Object.entries(given)
    .map(([name, value]) => [name.toLowerCase(), value] as const)
    .filter(([name]) => isRelevant(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return kept.length === 0 ? {} : { settings: Object.fromEntries(kept) };
}

function parseRecord(at: RecordLine): unknown {
  const record = parseJson(at);
  if (isRecord(record)) return withLogged(record);
  throw toSyntaxError(at);
}

function parseJson(at: RecordLine): unknown {
  try {
    return parsePlan(at.json);
  } catch (error) {
    throw toSyntaxError(at, (error as SyntaxError).message);
  }
}

/** The statements of a record's text. Text without their boundaries stays whole, for PostgreSQL to refuse. */
function toPieces(sql: string, at: RecordLine): readonly RecordPiece[] {
  if (sql.trim() === '') throw toValueError(at, 'sql', { message: '"sql" is empty' });
  if (sql.includes('\0'))
    throw toValueError(at, 'sql', { message: '"sql" holds a NUL character', hint: 'take the character out, which PostgreSQL refuses' });
  const { pieces, fault } = splitSql(sql);
  if (fault === null) {
    const coveringAt = readScopes(sql, pieces, () => ({ path: at.path, line: at.line, column: 1 }));
    return pieces.map((piece) => ({ ...piece, covering: coveringAt(piece.start) }));
  }
  return [toWhole(sql)];
}

function toWhole(sql: string): RecordPiece {
  const whole = sql.trim();
  return { sql: whole, start: 0, end: whole.length, comments: [], copyData: null, covering: [] };
}

function toPlan({ plan }: Captured, at: RecordLine): CapturedPlan | null {
  const captured = (plan ?? null) === null ? null : toCapturedPlan(plan);
  if (captured === null && (plan ?? null) !== null) throw toFieldError(at, 'plan');
  return captured;
}

function toParameters({ params, types }: Captured, at: RecordLine): KnownParameters | null {
  if (!params && !types) return null;
  const named = (types ?? []).flatMap((type, index): [number, string][] => (type ? [[index + 1, type]] : []));
  const known: ReadonlyMap<number, string> = new Map(named);
  const values = params && !isText(params) ? toValues((parseExact(at.json) as { readonly sparams: Exact }).sparams, known) : toMap(params ?? []);
  if (values === null) throw toFieldError(at, 'params');
  return { from: 'captured', values, types: known };
}

/** Values that are in PostgreSQL's text form already, as server logs have them. */
function isText(params: unknown): params is readonly ParameterValue[] {
  return Array.isArray(params) && params.every((value) => value === null || typeof value === 'string');
}

function toMap(params: readonly ParameterValue[]): ReadonlyMap<number, ParameterValue> {
  return new Map(params.map((value, index) => [index + 1, value]));
}

function keyOf({ path, line, sql, name, parameters, directives }: Statement): string {
  const said = directives.map(({ line: _, column: __, ...rest }) => rest);
  return JSON.stringify([path, line, sql, name, said, parameters && [parameters.from, ...parameters.values, null, ...parameters.types]]);
}
