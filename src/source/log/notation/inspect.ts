import { unescapeText } from './escapes.ts';
import type { Notation } from './notation.ts';

const string = /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"|`[^`\\]*(?:\\.[^`\\]*)*`/;

/** What `util.inspect` of Node.js prints, and so `console.log`. */
export const inspect: Notation = {
  scalars: [
    [/(?:'[^'\n]*'|"[^"\n]*"|`[^`\n]*`)\.{3} \d+ more characters?/y, () => ({ kind: 'hidden' })],
    [new RegExp(`(?:${string.source})(?:\\s*\\+\\s*(?:${string.source}))*`, 'y'), ([text]) => ({ kind: 'text', text: join(text) })],
    [/\d{4}-\d\d-\d\dT[\d:.]+Z/y, ([text]) => ({ kind: 'text', text })],
    [/<Buffer((?: [0-9a-f]{2})*)>/y, ([, bytes = '']) => ({ kind: 'text', text: `\\x${bytes.replaceAll(' ', '')}` })],
    [/<Buffer[^>]*>/y, () => ({ kind: 'hidden' })],
    [/\[(?:Object|Array|Circular[^\]]*|Function[^\]]*|class[^\]]*|Getter[^\]]*|[A-Z]\w*)\]/y, () => ({ kind: 'hidden' })],
    [/(?:undefined|null)\b/y, () => ({ kind: 'null' })],
    [/(?:true|false)\b/y, ([text]) => ({ kind: 'bare', text })],
    [/(-?\d+)n\b/y, ([, text = '']) => ({ kind: 'bare', text })],
    [/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\b/y, ([text]) => ({ kind: 'bare', text })],
    [/-?Infinity\b|NaN\b/y, ([text]) => ({ kind: 'bare', text })],
    [/Symbol\([^)]*\)|Invalid Date|<ref \*\d+>/y, () => ({ kind: 'hidden' })],
    [
      /\[(?:Number|String|Boolean|BigInt): (?:'([^'\\]*(?:\\.[^'\\]*)*)'|(-?[\w.]+?)n?)\]/y,
      ([, text, bare = '']) => ({ kind: 'bare', text: text ?? bare }),
    ],
  ],
  lists: { '[': ']' },
  maps: { '{': '}' },
  arrow: /\s*:/y,
  prefix: /(?:\[[\w$. ]+: null prototype\] |[A-Z][\w$]*(?:\(\d+\))? )(?=[[{])/y,
  gap: /\.\.\. (\d+) more items?/y,
};

function join(text: string): string {
  return Array.from(text.matchAll(new RegExp(string, 'g')), ([part]) => unescapeText(part.slice(1, -1))).join('');
}
