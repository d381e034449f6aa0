/** A plan that was captured with its statement. */
export interface CapturedPlan {
  /** What EXPLAIN and auto_explain give as `Plan`, unread. */
  readonly root: unknown;
}

/** Stands for the plan of a statement that nothing but its plan can be judged by, where that is written in a form we do not read. */
export const unreadPlan = 'unread';

type Json = Readonly<Record<string, unknown>>;

/** The plan in EXPLAIN's list, in its object or auto_explain's, or in a text of these; `null` where there is none. */
export function toCapturedPlan(given: unknown): CapturedPlan | null {
  const carrier = toCarrier(given);
  return carrier === null ? null : { root: carrier['Plan'] };
}

/** auto_explain's own object as a record, and a record whose plan alone has the statement's text and values with these in their places. */
export function withLogged(record: Json): Json {
  const plan = isCarrier(record) ? record : record['plan'];
  const logged = (record['sql'] ?? null) === null ? toCarrier(plan) : null;
  if (logged === null || typeof logged['Query Text'] !== 'string') return record;
  const values = toValues(logged['Query Parameters']);
  return { ...record, sql: logged['Query Text'], ...(values === null ? {} : { params: values }), plan };
}

/** Parses what EXPLAIN or auto_explain printed; throws a SyntaxError where it is no JSON. */
export function parsePlan(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const repaired = text.replace(strayCounters, '');
    if (repaired === text) throw error;
    return JSON.parse(repaired);
  }
}

/** PostgreSQL 15 to 18 print what a MERGE did inside the list of its target tables, as if that were an object. */
const strayCounters = /,\s*"Tuples (?:Inserted|Updated|Deleted|Skipped)":\s*[\d.]+(?=\s*[,\]])/g;

function toCarrier(given: unknown): Json | null {
  const value = typeof given === 'string' ? tryToParse(given) : given;
  const first = Array.isArray(value) && value.length === 1 ? value[0] : value;
  return isCarrier(first) ? first : null;
}

function isCarrier(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && 'Plan' in value;
}

function tryToParse(text: string): unknown {
  try {
    return parsePlan(text);
  } catch {
    return null;
  }
}

/** `$1 = '7', $2 = NULL`; `null` where there are none, or one was cut off, which leaves three dots at its end. */
function toValues(logged: unknown): readonly (string | null)[] | null {
  if (typeof logged !== 'string') return null;
  const values = [...logged.matchAll(/\$\d+ = (?:NULL|'((?:[^']|'')*)')/g)].map(([, text]) => text?.replaceAll("''", "'") ?? null);
  return values.some((value) => value?.endsWith('...') === true) ? null : values;
}
