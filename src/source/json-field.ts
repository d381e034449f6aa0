import type { Span } from '../sql/span.ts';

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s[\]{},:"]+/g;

/** Where the text of a JSON object has a field of that name, from its key to the end of its value; the last where there are several, as in parsing. */
export function findField(json: string, name: string): Span | null {
  let found: Span | null = null;
  let open: { readonly start: number } | null = null;
  let depth = 0;
  let isKey = false;
  let end = 0;
  for (const { 0: text, index } of json.matchAll(token)) {
    const closes = text === '}' || text === ']';
    if (closes) depth -= 1;
    if (open !== null && (depth === 0 || (depth === 1 && text === ','))) {
      found = { start: open.start, end };
      open = null;
    }
    if (isKey && text.startsWith('"') && JSON.parse(text) === name) open = { start: index };
    if (text === '{' || text === '[') depth += 1;
    isKey = depth === 1 && (text === '{' || text === ',');
    end = index + text.length;
  }
  return found;
}
