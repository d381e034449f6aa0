import type { Written } from '../written.ts';
import { unescapeText } from './escapes.ts';
import type { Notation } from './notation.ts';

const pad = (text = '0', width = 2) => text.padStart(width, '0');

/** What Elixir's `inspect` prints. */
export const elixir: Notation = {
  scalars: [
    [/"([^"\\]*(?:\\.[^"\\]*)*)"/y, ([, text = '']) => ({ kind: 'text', text: unescapeText(text) })],
    [/~[UNDT]\[([^\]]*)\]/y, ([, text = '']) => ({ kind: 'text', text })],
    [/#(?:DateTime|NaiveDateTime|Date|Time|Decimal)<([^>]*)>/y, ([, text = '']) => ({ kind: 'bare', text })],
    [/Decimal\.new\("?([^")]*)"?\)/y, ([, text = '']) => ({ kind: 'bare', text })],
    [/<<([\d, ]*)>>/y, ([, bytes = '']) => toBytes(bytes)],
    [/<<[^>]*>>|#[\w.]+<[^>]*>|%[A-Z][\w.]*\{[^}]*\}/y, () => ({ kind: 'hidden' })],
    [
      /\{\{(\d+), (\d+), (\d+)\}, \{(\d+), (\d+), (\d+)(?:, (\d+))?\}\}/y,
      ([, y, m, d, h, min, s, us]) => ({
        kind: 'text',
        text: `${pad(y, 4)}-${pad(m)}-${pad(d)} ${pad(h)}:${pad(min)}:${pad(s)}${us === undefined ? '' : `.${pad(us, 6)}`}`,
      }),
    ],
    [/\{(\d{4}), (\d\d?), (\d\d?)\}/y, ([, y, m, d]) => ({ kind: 'text', text: `${y}-${pad(m)}-${pad(d)}` })],
    // A list of small numbers is printed as characters.
    [/(?:~c"([^"\\]*(?:\\.[^"\\]*)*)"|'([^'\\]*(?:\\.[^'\\]*)*)')/y, ([, sigil, old = '']) => toCodes(unescapeText(sigil ?? old))],
    [/nil\b/y, () => ({ kind: 'null' })],
    [/(?:true|false)\b/y, ([text]) => ({ kind: 'bare', text })],
    [/:"?([\w?!]+)"?/y, ([, text = '']) => ({ kind: 'text', text })],
    [/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/y, ([text]) => ({ kind: 'bare', text })],
  ],
  lists: { '[': ']', '{': '}' },
  maps: { '%{': '}' },
  arrow: /\s*(?:=>|:)/y,
  gap: /\.\.\./y,
};

/** Sixteen bytes are a uuid. */
function toBytes(bytes: string): Written {
  const hex = (bytes.match(/\d+/g) ?? []).map((byte) => pad((Number(byte) & 255).toString(16))).join('');
  if (hex.length !== 32) return { kind: 'text', text: `\\x${hex}`, type: 'bytea' };
  return { kind: 'text', text: hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'), type: 'uuid' };
}

function toCodes(text: string): Written {
  return { kind: 'list', items: Array.from(text, (char) => ({ kind: 'bare', text: String(char.codePointAt(0)) })) };
}
