import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { findEntry, findText, type Written } from './written.ts';

/** A record of Monolog: what PHP's frameworks log with. */
export interface MonologRecord {
  readonly channel: string;
  readonly message: string;
  /** The object or list behind the message. */
  readonly context: Written;
}

const monologHead = /^\[\d{4}-\d\d-\d\d[T ][^\]]*\] ([\w.-]+?)\.(?:DEBUG|INFO|NOTICE|WARNING|ERROR): /;
/** What Symfony's console prints. */
const consoleHead = /^\d\d:\d\d:\d\d (?:DEBUG|INFO|NOTICE|WARNING|ERROR)\s+\[(\w+)\] /;

/** Any other logger with the messages of Doctrine's middleware. */
const plainHead = /^(?:\S.*?[\s:\]])?(?=Executing (?:statement|query|prepared statement)\b|(?:Beginning|Committing|Rolling back) transaction\b)/;
const object = /^\{.*"message":.*"context":|^\{.*"context":.*"message":/;

export const beginsMonolog = (line: string) => monologHead.test(line) || consoleHead.test(line) || plainHead.test(line) || object.test(line);

/** The text's message and the context behind it; a list of what else there is may follow. */
export function parseMonolog(text: string): MonologRecord | null {
  if (object.test(text)) return fromJson(parseWritten(text, json)?.value);
  const head = monologHead.exec(text) ?? consoleHead.exec(text) ?? plainHead.exec(text);
  if (head === null) return null;
  const from = head[0].length;
  const body = text.trimEnd();
  for (let at = nextOpen(body, from); at !== -1; at = nextOpen(body, at + 1)) {
    const found = parseWritten(body, json, at);
    if (found === null || (found.value.kind !== 'map' && found.value.kind !== 'list')) continue;
    if (/^(?:\s+(?:\[\]|\{.*\}))?\s*$/s.test(body.slice(found.end)))
      return { channel: head[1] ?? '', message: body.slice(from, at).trimEnd(), context: found.value };
  }
  return { channel: head[1] ?? '', message: body.slice(from), context: { kind: 'null' } };
}

function nextOpen(text: string, from: number): number {
  const found = text.slice(from).search(/(?<=\s)[[{]/);
  return found === -1 ? -1 : from + found;
}

function fromJson(value: Written | undefined): MonologRecord | null {
  const message = findText(value, 'message');
  const context = findEntry(value, 'context');
  return message === undefined || context === undefined ? null : { channel: findText(value, 'channel') ?? '', message, context };
}
