import type { Written } from '../written.ts';
import type { Notation, Scalar } from './notation.ts';

const quoted: Scalar = [/"[^"\\]*(?:\\.[^"\\]*)*"/y, ([text]) => unquote(text)];
const constant: Scalar = [/(?:true|false|null)\b/y, ([text]) => (text === 'null' ? { kind: 'null' } : { kind: 'bare', text })];
const number: Scalar = [/-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y, ([text]) => ({ kind: 'bare', text })];

/** JSON, with the digits of its numbers kept. */
export const json: Notation = { scalars: [quoted, constant, number], lists: { '[': ']' }, maps: { '{': '}' }, arrow: /\s*:/y };

/** JSON in which a value may stand without quotes, as of Prisma's engines in Rust: `["a",2025-01-01 00:00:00 UTC]`. */
export const looseJson: Notation = {
  ...json,
  scalars: [
    quoted,
    [/(?:true|false|null)(?=\s*[,\]])/y, constant[1]],
    [/[^\s,[\]{}"][^,[\]{}"]*/y, ([text]) => ({ kind: 'bare', text: text.trim() })],
  ],
};

function unquote(text: string): Written {
  if (!text.includes('\\')) return { kind: 'text', text: text.slice(1, -1) };
  try {
    return { kind: 'text', text: String(JSON.parse(text)) };
  } catch {
    return { kind: 'hidden' };
  }
}
