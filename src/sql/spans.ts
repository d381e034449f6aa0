import { createRequire } from 'node:module';
import type { PGNode } from 'pgsql-ast-parser';
import type { Span } from './span.ts';
import { closingParenthesis, readToken, skipBlanks, type Token, tokensOf, wordOf } from './tokens.ts';

/** Words that begin an expression and name no column. */
const expressionWords = new Set('array case cast date exists interval not row time timestamp timestamptz'.split(' '));

/** Words that can follow a table's name and are no alias. */
const noAlias = new Set(
  (
    'all analyze and array as asc check collate constraint create cross default desc distinct do else end except fetch for foreign freeze from full grant group having ' +
    'in inner intersect into is isnull join lateral left like limit natural not notnull offset on only or order outer overlaps overriding placing primary ' +
    'references returning right select set similar some symmetric table tablesample then to trailing union unique user using values verbose when where window with'
  ).split(' '),
);

/** Statements longer than this are not worth the time that their tree takes. */
const longest = 20_000;

/** Words between two expressions, and never a function's name. */
const operatorWords = new Set(['and', 'or']);

/**
 * The column reference that begins at `start`, else the smallest expression that does, else the token.
 * A plain name is read off the text, so that only a rare run pays for loading the parser.
 */
export function expressionSpan(sql: string, start: number): Span {
  const first = readToken(sql, start);
  if (sql[start] === '(') return { start, end: endOfParentheses(sql, start) };
  if (!isIdentifier(first)) return findExpression(sql, start) ?? { start, end: endOfOperator(sql, first) };
  const end = endOfName(sql, first);
  const word = first.end === end ? wordOf(sql, first) : '';
  const next = readToken(sql, skipBlanks(sql, end));
  const isCall = sql[next.start] === '(' && !operatorWords.has(word);
  if (!isCall && next.kind !== 'string' && !expressionWords.has(word)) return { start, end };
  return findExpression(sql, start) ?? { start, end: isCall ? endOfParentheses(sql, next.start) : end };
}

/** The table's name that begins at `start`, its schema and alias included: `public.credit AS c`. */
export function tableSpan(sql: string, start: number): Span {
  const first = readToken(sql, start);
  if (!isIdentifier(first)) return { start, end: first.end };
  const end = endOfName(sql, first);
  let next = readToken(sql, skipBlanks(sql, end));
  if (wordOf(sql, next) === 'as') next = readToken(sql, skipBlanks(sql, next.end));
  const isAlias = isIdentifier(next) && next.fault === null && !noAlias.has(wordOf(sql, next));
  return { start, end: isAlias ? next.end : end };
}

function isIdentifier({ kind }: Token): boolean {
  return kind === 'name' || kind === 'quoted';
}

/** The end of a name of one or more parts, the last of which may be `*`. */
function endOfName(sql: string, first: Token): number {
  let end = first.end;
  for (let dot = skipBlanks(sql, end); sql[dot] === '.'; dot = skipBlanks(sql, end)) {
    const part = readToken(sql, skipBlanks(sql, dot + 1));
    if (!isIdentifier(part) && sql[part.start] !== '*') break;
    end = part.end;
  }
  return end;
}

/** The end of the token, of an operator with all its characters. */
function endOfOperator(sql: string, { kind, start, end }: Token): number {
  const run = kind === 'symbol' ? /^[-+*/<>=~!@#%^&|`?:]+/.exec(sql.slice(start, start + 8)) : null;
  return run === null ? end : start + run[0].length;
}

/** The end of what is in parentheses from `start` on, or of the text. */
function endOfParentheses(sql: string, start: number): number {
  return Math.min(closingParenthesis(sql, start) + 1, sql.length);
}

type Parser = typeof import('pgsql-ast-parser');
let parser: Parser | undefined;
let last: { readonly sql: string; readonly spans: ReadonlyMap<number, Span> } | undefined;

/** The smallest expression of pgsql-ast-parser's tree that begins at `start`; `null` where it refuses the statement or cuts the expression short. */
function findExpression(sql: string, start: number): Span | null {
  if (last?.sql !== sql) last = { sql, spans: parseExpressions(sql) };
  return last.spans.get(start) ?? null;
}

function parseExpressions(sql: string): ReadonlyMap<number, Span> {
  const spans = new Map<number, Span>();
  if (sql.length > longest) return spans;
  parser ??= createRequire(import.meta.url)('pgsql-ast-parser') as Parser;
  let tree: readonly PGNode[];
  try {
    tree = parser.parse(sql, { locationTracking: true });
  } catch {
    return spans;
  }
  visit(tree, (span) => {
    const known = spans.get(span.start);
    if (isBalanced(sql, span) && (known === undefined || span.end < known.end)) spans.set(span.start, span);
  });
  return spans;
}

/** Expressions have a `type` and are below the statement, which has one too. */
function visit(node: unknown, found: (span: Span) => void, depth = 0): void {
  if (Array.isArray(node)) for (const child of node) visit(child, found, depth);
  else if (typeof node === 'object' && node !== null) {
    const { type, _location } = node as PGNode & { readonly type?: unknown };
    if (depth > 0 && typeof type === 'string' && type !== 'select' && _location !== undefined) found(_location);
    for (const [key, child] of Object.entries(node)) if (key !== '_location') visit(child, found, depth + 1);
  }
}

/** Some of its locations end, or begin, in the middle of a parenthesis. */
function isBalanced(sql: string, { start, end }: Span): boolean {
  let depth = 0;
  for (const token of tokensOf(sql, start)) {
    if (sql[token.start] === '(') depth += 1;
    if (sql[token.start] === ')') depth -= 1;
    if (depth < 0) return false;
    if (token.end >= end) return depth === 0 && token.end === end;
  }
  return false;
}
