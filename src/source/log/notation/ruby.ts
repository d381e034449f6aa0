import type { Written } from '../written.ts';
import { unescapeText } from './escapes.ts';
import { type Notation, parseWritten } from './notation.ts';

/** What Ruby's `inspect` prints. */
export const ruby: Notation = {
  scalars: [
    [/"([^"\\]*(?:\\.[^"\\]*)*)"/y, ([, text = '']) => toText(text)],
    [/nil\b/y, () => ({ kind: 'null' })],
    [/(?:true|false)\b/y, ([text]) => ({ kind: 'bare', text })],
    [/\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d(?:\.\d+)?(?: (?:UTC|[+-]\d{4}))?)?/y, ([text]) => ({ kind: 'text', text })],
    [/:"?([\w?!]+)"?/y, ([, text = '']) => ({ kind: 'text', text })],
    [/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/y, ([text]) => ({ kind: 'bare', text })],
    // What an array is bound as.
    [
      /#<struct ActiveRecord::[\w:]+::Array::Data encoder=#<[^<>]*>, values=(\[[^\]"]*(?:"[^"\\]*(?:\\.[^"\\]*)*"[^\]"]*)*\])>/y,
      ([, list = '']) => parseWritten(list, ruby)?.value ?? { kind: 'hidden' },
    ],
    [/#<[^<>]*(?:<[^<>]*>[^<>]*)*>/y, () => ({ kind: 'hidden' })],
    // Times and dates of ActiveSupport are printed bare: `Sat, 01 Jan 2025 00:00:00.000000000 UTC +00:00`.
    [
      /[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4})(?: (\d\d:\d\d:\d\d(?:\.\d+)?) [A-Z]{3,5} ([+-]\d\d:\d\d))?/y,
      ([, d, m, y, time, zone]) => ({ kind: 'text', text: `${d} ${m} ${y}${time ? ` ${time}${zone}` : ''}` }),
    ],
  ],
  lists: { '[': ']' },
  maps: { '{': '}' },
  arrow: /\s*(?:=>|:)/y,
};

/** Rails says of bytes how many they are, and of a filtered value nothing. */
function toText(text: string): Written {
  if (text === '[FILTERED]' || /^<\d+ bytes of binary data>$/.test(text)) return { kind: 'hidden' };
  return { kind: 'text', text: unescapeText(text) };
}
