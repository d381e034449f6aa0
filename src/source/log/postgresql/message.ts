/** What a LOG message says of a statement. */
export type Message =
  | { readonly is: 'statement'; readonly sql: string; readonly duration: number | null }
  /** A step of the extended protocol; `fetch` is a portal that is read on. */
  | { readonly is: 'bind' | 'execute' | 'fetch'; readonly sql: string; readonly duration: number | null }
  | { readonly is: 'duration'; readonly duration: number }
  | { readonly is: 'plan'; readonly plan: string; readonly duration: number }
  | null;

/** Reads a LOG message; `null` where it is about something else. */
export function parseMessage(text: string): Message {
  if (text.startsWith('duration: ')) return parseDuration(text);
  return parseStep(text, 0, null);
}

function parseDuration(text: string): Message {
  const end = text.indexOf(' ms', 10);
  const duration = Number(text.slice(10, end));
  if (end === -1 || Number.isNaN(duration)) return null;
  if (text.length === end + 3) return { is: 'duration', duration };
  if (!text.startsWith('  ', end + 3)) return null;
  const start = end + 5;
  if (text.startsWith('plan:', start)) return { is: 'plan', plan: text.slice(start + 5).trim(), duration };
  return parseStep(text, start, duration);
}

/** `statement: sql`, `bind name/portal: sql`, `execute fetch from name/portal: sql`. A parse says only that a statement may be run later. */
function parseStep(text: string, start: number, duration: number | null): Message {
  if (text.startsWith('statement: ', start)) return { is: 'statement', sql: text.slice(start + 11), duration };
  const isExecute = text.startsWith('execute ', start);
  if (!isExecute && !text.startsWith('bind ', start)) return null;
  const colon = text.indexOf(': ', start);
  if (colon === -1) return null;
  const is = !isExecute ? 'bind' : text.startsWith('fetch from ', start + 8) ? 'fetch' : 'execute';
  return { is, sql: text.slice(colon + 2), duration };
}
