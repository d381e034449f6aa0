import { tokensOf } from '../../sql/tokens.ts';

/** Values by name, as `\set` gives them. */
export type Variables = Map<string, string>;

/** What psql itself sets: the names of the server that the schema loads into. */
export function ownVariables(): Variables {
  return new Map([
    ['DBNAME', 'postgres'],
    ['USER', 'postgres'],
  ]);
}

/** Puts the values in for `:name`, `:'name'` and `:"name"`, where psql does: not in strings, comments and casts, nor for a name without a value. */
export function interpolate(text: string, variables: Variables): string {
  if (variables.size === 0 || !/:['"\w]/.test(text)) return text;
  let made = '';
  let at = 0;
  let colons = 0;
  for (const { kind, start, end } of tokensOf(text)) {
    const isColon = kind === 'symbol' && text[start] === ':';
    const value = colons === 1 ? findValue(text.slice(start, end), variables) : null;
    if (value !== null) {
      made += text.slice(at, start - 1) + value;
      at = end;
    }
    colons = isColon ? colons + 1 : 0;
  }
  return made + text.slice(at);
}

/** The SQL that stands for the name behind a colon; `null` where it is none, or has no value. */
function findValue(word: string, variables: Variables): string | null {
  const [, quote = '', name = ''] = /^(['"]?)(\w+)\1$/.exec(word) ?? [];
  const value = variables.get(name);
  if (value === undefined) return null;
  return quote + (quote === '' ? value : value.replaceAll(quote, quote + quote)) + quote;
}
