import { type Node, parseStatement } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import { splitConjuncts } from '../sql/references.ts';

/** Stands in a parsed condition for what a sub-plan computes for each row. */
export const subplanMarker = 'planlint_subplan';

/**
 * Parses the conditions of leaf scans as PostgreSQL prints them. The scan's own columns come out unqualified and what other
 * relations hand in qualified or as `$n`, so that the leaves of one reference share their conditions, and their parse.
 */
export function conditionParser(): (condition: string, alias: string) => readonly Node[] {
  const parsed = new Map<string, readonly Node[]>();
  return (condition, alias) => {
    const text = toParsable(condition, alias);
    const known = parsed.get(text);
    if (known !== undefined) return known;
    const conjuncts = parseConjuncts(text);
    parsed.set(text, conjuncts);
    return conjuncts;
  };
}

function parseConjuncts(text: string): readonly Node[] {
  const { tree } = parseStatement(`SELECT 1 WHERE ${text}`);
  if (tree !== null && 'SelectStmt' in tree && tree.SelectStmt.whereClause !== undefined) return splitConjuncts(tree.SelectStmt.whereClause);
  const parts = splitAtAnds(text);
  return parts.length > 1 ? parts.flatMap(parseConjuncts) : [];
}

const string = `'(?:[^']|'')*'`;
const identifier = String.raw`(?<![\w$."])(?:[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|"(?:[^"]|"")*")`;
// Sub-plans have numbers up to 18 and names from 19 on.
const subplan = String.raw`\((?:hashed )?SubPlan \w+\)(?:\.col\d+)?|EXISTS\(SubPlan \w+\)|\(ANY (?=\()`;
const initPlan = String.raw`\(InitPlan \w+\)\.col\d+|\(returns [^)]*\)`;
const unparsable = new RegExp(`${string}|(?<qualifier>${identifier})\\.(?!\\*)|(?<initPlan>${initPlan})|(?<subplan>${subplan})`, 'g');

/** PostgreSQL prints sub-plans in ways that are not SQL: `(hashed SubPlan 1)`, `EXISTS(SubPlan 1)`, `(InitPlan 1).col1`. */
function toParsable(condition: string, alias: string): string {
  const quotedAlias = quoteName(alias);
  return condition.replace(unparsable, (token, qualifier?: string, init?: string, sub?: string) => {
    if (qualifier !== undefined) return qualifier === alias || qualifier === quotedAlias ? '' : token;
    if (init !== undefined) return '$1';
    if (sub === undefined) return token;
    return sub.startsWith('(ANY') ? `${subplanMarker}(` : `${subplanMarker}()`;
  });
}

/** Splits `((a) AND (b))` at the ANDs of its outermost parentheses, for conditions of which one part does not parse. */
export function splitAtAnds(text: string): readonly string[] {
  const inner = /^\(.*\)$/s.test(text.trim()) ? text.trim().slice(1, -1) : text;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of inner.matchAll(new RegExp(`${string}|"(?:[^"]|"")*"|[()]| AND `, 'g'))) {
    if (token[0] === '(') depth += 1;
    else if (token[0] === ')') depth -= 1;
    else if (token[0] === ' AND ' && depth === 0) {
      parts.push(inner.slice(start, token.index));
      start = token.index + token[0].length;
    }
  }
  return [...parts, inner.slice(start)];
}
