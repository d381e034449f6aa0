import { type Notation, parseWritten } from './notation/notation.ts';
import type { Written } from './written.ts';

export interface Tail {
  readonly head: string;
  readonly value: Written;
}

/**
 * The value that a text ends with, behind a marker. A value may contain the marker, but no end of a value within quotes is whole, so that at most
 * one place is right.
 */
export function splitTail(text: string, marker: string, notation: Notation): Tail | null {
  for (let at = text.indexOf(marker); at !== -1; at = text.indexOf(marker, at + 1)) {
    const found = parseWritten(text, notation, at + marker.length);
    if (found !== null && text.slice(found.end).trim() === '') return { head: text.slice(0, at), value: found.value };
  }
  return null;
}
