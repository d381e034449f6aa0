import { type Node, parseStatement } from '../sql/parse.ts';
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

const quoted = `'(?:[^']|'')*'|"(?:[^"]|"")*"`;
const subplan = String.raw`\((?:hashed )?SubPlan \d+\)(?:\.col\d+)?|EXISTS\(SubPlan \d+\)|\(ANY (?=\()`;
const initPlan = String.raw`\(InitPlan \d+\)\.col\d+|\(returns [^)]*\)`;

/** PostgreSQL prints sub-plans in ways that are not SQL: `(hashed SubPlan 1)`, `EXISTS(SubPlan 1)`, `(InitPlan 1).col1`. */
function toParsable(condition: string, alias: string): string {
  const own = [alias, `"${alias.replaceAll('"', '""')}"`].map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const pattern = new RegExp(`(?<![\\w$.])(?<own>${own})\\.(?!\\*)|${quoted}|(?<initPlan>${initPlan})|(?<subplan>${subplan})`, 'g');
  return condition.replace(pattern, (token, ...rest) => {
    const groups = rest.at(-1) as { readonly own?: string; readonly initPlan?: string; readonly subplan?: string };
    if (groups.own !== undefined) return '';
    if (groups.initPlan !== undefined) return '$1';
    if (groups.subplan === undefined) return token;
    return groups.subplan.startsWith('(ANY') ? `${subplanMarker}(` : `${subplanMarker}()`;
  });
}

/** Splits `((a) AND (b))` at the ANDs of its outermost parentheses, for conditions of which one part does not parse. */
function splitAtAnds(text: string): readonly string[] {
  const inner = /^\(.*\)$/s.test(text.trim()) ? text.trim().slice(1, -1) : text;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const token of inner.matchAll(new RegExp(`${quoted}|[()]| AND `, 'g'))) {
    if (token[0] === '(') depth += 1;
    else if (token[0] === ')') depth -= 1;
    else if (token[0] === ' AND ' && depth === 0) {
      parts.push(inner.slice(start, token.index));
      start = token.index + token[0].length;
    }
  }
  return [...parts, inner.slice(start)];
}
