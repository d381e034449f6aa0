import { closingParenthesis, readToken, skipBlanks, tokensOf, wordOf } from '../../../sql/tokens.ts';
import type { LogValue } from '../log-format.ts';

/** A PREPARE of SQL's own. */
export interface Prepared {
  readonly name: string;
  readonly types: readonly string[];
  readonly sql: string;
}

/** Reads `PREPARE name (types) AS statement`; `null` for any other statement. */
export function parsePrepare(sql: string): Prepared | null {
  const head = parseHead(sql, 'prepare');
  if (head === null) return null;
  const as = skipBlanks(sql, head.end);
  if (wordOf(sql, readToken(sql, as)) !== 'as') return null;
  return { name: head.name, types: head.list, sql: sql.slice(skipBlanks(sql, as + 2)) };
}

/** Reads `EXECUTE name (arguments)`; what is no constant is unknown. */
export function parseExecute(sql: string): { readonly name: string; readonly values: readonly LogValue[] } | null {
  const head = parseHead(sql, 'execute');
  return head === null ? null : { name: head.name, values: head.list.map(toValue) };
}

/** What an EXECUTE of a prepared statement ran. */
export function applyPrepared({ sql, types }: Prepared, values: readonly LogValue[]): { readonly sql: string; readonly params: readonly LogValue[] } {
  return { sql, params: values.map((value, index) => (value.known ? { ...value, type: types[index] ?? value.type } : value)) };
}

/** A keyword, a name, and a list in parentheses where there is one. */
function parseHead(sql: string, keyword: string): { readonly name: string; readonly list: readonly string[]; readonly end: number } | null {
  const first = readToken(sql, skipBlanks(sql, 0));
  if (wordOf(sql, first) !== keyword) return null;
  const named = readToken(sql, skipBlanks(sql, first.end));
  if (named.kind !== 'name' && named.kind !== 'quoted') return null;
  const name = named.kind === 'name' ? wordOf(sql, named) : sql.slice(named.start + 1, named.end - 1).replaceAll('""', '"');
  const open = skipBlanks(sql, named.end);
  if (sql[open] !== '(') return { name, list: [], end: named.end };
  const close = closingParenthesis(sql, open);
  return { name, list: splitList(sql.slice(open + 1, close)), end: close + 1 };
}

function splitList(text: string): readonly string[] {
  const items: string[] = [];
  let depth = 0;
  let from = 0;
  for (const { kind, start } of tokensOf(text)) {
    const symbol = kind === 'symbol' ? text[start] : '';
    if (symbol === '(' || symbol === '[') depth += 1;
    else if (symbol === ')' || symbol === ']') depth -= 1;
    else if (symbol === ',' && depth === 0) {
      items.push(text.slice(from, start).trim());
      from = start + 1;
    }
  }
  return text.trim() === '' ? [] : [...items, text.slice(from).trim()];
}

function toValue(argument: string): LogValue {
  if (/^null$/i.test(argument)) return { known: true, text: null, type: null };
  if (/^(?:[-+]?\d+(?:\.\d+)?|true|false)$/i.test(argument)) return { known: true, text: argument, type: null };
  const quoted = /^'((?:[^']|'')*)'$/.exec(argument)?.[1];
  return quoted === undefined ? { known: false } : { known: true, text: quoted.replaceAll("''", "'"), type: null };
}
