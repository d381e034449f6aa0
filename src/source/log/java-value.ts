import { isArray, isText, toDriverType } from './jdbc-type.ts';
import type { LogValue } from './log-format.ts';
import { hidden, toKnown } from './written.ts';

/** What objects without a text of their own are printed as, and what was cut off. */
const opaque = /^\[+(?:[BCDFIJSZ]|L[\w.$]+;)@[0-9a-f]+$|^[\w.$]+@[0-9a-f]{4,}$|^<[a-z ]+>$|\.{3}$/;

/** A value as Java's `toString` writes it, of the JDBC type or the class that is given, if one is. */
export function fromJava(text: string, name = ''): LogValue {
  const type = toDriverType(name);
  if (text === 'null' || text === 'NULL') return toKnown(null, type);
  if (isText(name)) return toKnown(text);
  if (opaque.test(text)) return hidden;
  if (isArray(name)) return /^\[.*\]$/s.test(text) ? toKnown(`{${text.slice(1, -1)}}`.replaceAll(', ', ',')) : hidden;
  // A ZonedDateTime has the zone's name behind its offset.
  return toKnown(/^\d{4}-\d\d-\d\dT/.test(text) ? text.replace(/\[[\w/+-]+\]$/, '') : text, type);
}
