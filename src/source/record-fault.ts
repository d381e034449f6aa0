import { UserError } from '../errors.ts';
import { drawLine } from '../excerpt.ts';
import { findField } from './json-field.ts';

/** A line that should be a record, and where it stands. */
export interface RecordLine {
  /** As messages give it. */
  readonly path: string;
  readonly line: number;
  readonly json: string;
}

interface Form {
  readonly is: string;
  readonly example: string;
}

/** What each field has to be. */
const forms: Readonly<Record<string, Form>> = {
  sql: { is: 'a text', example: '"SELECT * FROM t WHERE id = $1"' },
  params: { is: 'a list of values, or an object with their numbers as keys', example: '["a", 7]' },
  types: { is: 'a list of type names', example: '["text", "int4"]' },
  name: { is: 'a text', example: '"FindEntry"' },
  file: { is: 'a text', example: '"src/entry.ts"' },
  line: { is: 'a whole number from 1', example: '12' },
  calls: { is: 'a whole number from 1', example: '3' },
  durationMs: { is: 'a number', example: '1.5' },
  plan: { is: 'the JSON of one plan, as EXPLAIN or auto_explain gives it', example: '[{"Plan": {"Node Type": "Result"}}]' },
};

const whole = 'write a record on one line, such as {"sql": "SELECT * FROM t WHERE id = $1", "params": [7]}; only "sql" is required';

/** A line that is no JSON object. */
export function toSyntaxError({ path, line, json }: RecordLine, message = ''): UserError {
  const start = Number(/ at position (\d+)/.exec(message)?.[1] ?? 0);
  const excerpt = drawLine(json, line, { start: Math.min(start, json.length), end: Infinity });
  return new UserError('source', `${path}:${line}: not a JSON object on one line`, { hint: whole, excerpt });
}

/** A field that is absent, or not what it has to be. */
export function toFieldError(at: RecordLine, name: string): UserError {
  const { is = 'known', example = '' } = forms[name] ?? {};
  const place = `${at.path}:${at.line}`;
  if (findField(at.json, name) === null)
    return new UserError('source', `${place}: no "${name}" in this record`, {
      hint: whole,
      excerpt: drawLine(at.json, at.line, { start: 0, end: Infinity }),
    });
  const choice = name === 'sql' ? '' : ', or leave it out';
  return toValueError(at, name, { message: `"${name}" is not ${is}`, hint: `write ${is}, such as "${name}": ${example}${choice}` });
}

/** A field whose value will not do. Its record's other fields are not shown, since they hold what was captured. */
export function toValueError(
  { path, line, json }: RecordLine,
  name: string,
  { message, hint = whole }: { message: string; hint?: string },
): UserError {
  const { start, end } = findField(json, name) ?? { start: 0, end: json.length };
  const before = /^\s*\{\s*$/.test(json.slice(0, start)) ? '{' : '…';
  const after = /^\s*\}\s*$/.test(json.slice(end)) ? '}' : '…';
  const excerpt = drawLine(`${before}${json.slice(start, end)}${after}`, line, { start: 1, end: 1 + end - start });
  return new UserError('source', `${path}:${line}: ${message}`, { hint, excerpt });
}
