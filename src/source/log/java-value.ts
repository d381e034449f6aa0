import type { LogValue } from './log-format.ts';
import { hidden, toKnown } from './written.ts';

/** A value as Java's `toString` writes it. Arrays and streams have no text of their own. */
export function fromJava(text: string, type: string | null = null): LogValue {
  if (text === 'null' || text === 'NULL') return toKnown(null, type);
  if (/^\[+(?:[BCDFIJSZ]|L[\w.$]+;)@[0-9a-f]+$|^[\w.$]+@[0-9a-f]{4,}$|^<[a-z ]+>$|\.{3}$/.test(text)) return hidden;
  const list = /^\[(.*)\]$/s.exec(text);
  if (list !== null) return toKnown(`{${list[1]}}`.replaceAll(', ', ','), null);
  // A ZonedDateTime has the zone's name behind its offset.
  return toKnown(/^\d{4}-\d\d-\d\dT/.test(text) ? text.replace(/\[[\w/+-]+\]$/, '') : text, type);
}
