import type { PlaceholderStyle } from '../../../sql/placeholders.ts';
import { type Part, sql, unread } from './part.ts';
import { type Certainty, certaintyOf, styleOf } from './query-method.ts';
import type { Segment } from './render.ts';
import type { Resolve } from './scope.ts';
import type { CallExpression, Node } from './syntax.ts';
import { bare, memberOf, sourceOf, staticString, type Tree } from './tree.ts';

/** A call that is handed a query as a string. */
export interface TextCall {
  readonly segments: readonly Segment[];
  /** The node of the string. */
  readonly node: Node;
  readonly name: string | null;
  readonly certainty: Certainty;
  /** How its placeholders are written; `null` for PostgreSQL's own. */
  readonly style: PlaceholderStyle | null;
}

/** Reads `pool.query('…')`, `knex.raw('…')`, `pool.query({ text: '…' })`; `null` for what is handed no string, or not known to be a query's method. */
export function readTextCall(call: CallExpression, resolve: Resolve, tree: Tree): TextCall | null {
  const member = memberOf(call.callee);
  const certainty = member === null ? null : certaintyOf(member.property, member.object);
  if (member === null || certainty === null) return null;
  const first = call.arguments[0];
  if (first === undefined) return null;
  const given = follow(first, resolve);
  const text = given.type === 'ObjectExpression' ? follow(propertyOf(given, 'text') ?? propertyOf(given, 'sql') ?? given, resolve) : given;
  const segments = readText(text, resolve, tree);
  if (segments === null) return null;
  return {
    segments,
    node: text,
    name: given.type === 'ObjectExpression' ? staticString(propertyOf(given, 'name')) : null,
    certainty,
    style: styleOf(call, member.property, resolve),
  };
}

/** A constant's value in the place of its name. */
function follow(node: Node, resolve: Resolve): Node {
  const inner = bare(node);
  const binding = inner.type === 'Identifier' ? resolve(inner.name, inner) : null;
  return binding?.kind === 'constant' ? bare(binding.init) : inner;
}

function propertyOf(node: Extract<Node, { type: 'ObjectExpression' }>, name: string): Node | null {
  for (const one of node.properties)
    if (one.type === 'Property' && !one.computed && one.key.type === 'Identifier' && one.key.name === name) return one.value;
  return null;
}

/** The pieces of a string: a literal, a template, or several of them with `+` in between. */
function readText(node: Node, resolve: Resolve, tree: Tree): readonly Segment[] | null {
  const operands = node.type === 'BinaryExpression' && node.operator === '+' ? operandsOf(node) : [node];
  const [first] = operands;
  if (first === undefined || !isText(first)) return null;
  const segments: Segment[] = [];
  for (const operand of operands) {
    const own = isText(operand) ? segmentsOf(operand, resolve, tree) : [];
    const from = segments.at(-1)?.end;
    const to = own[0]?.start ?? operand.end;
    // From one string's end to the next one's beginning, nothing is sent but what stands between.
    if (from !== undefined) segments.push({ kind: 'hole', start: from, end: to, parts: isText(operand) ? [] : readInserted(operand, resolve, tree) });
    segments.push(...own);
  }
  return segments;
}

function operandsOf(node: Node): readonly Node[] {
  const inner = bare(node);
  return inner.type === 'BinaryExpression' && inner.operator === '+' ? [...operandsOf(inner.left), ...operandsOf(inner.right)] : [inner];
}

function isText(node: Node): boolean {
  return node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string');
}

function segmentsOf(node: Node, resolve: Resolve, tree: Tree): readonly Segment[] {
  if (node.type !== 'TemplateLiteral') return [{ kind: 'own', start: node.start + 1, end: node.end - 1 }];
  return templateSegments(node, (hole) => readInserted(hole, resolve, tree));
}

/** The pieces of a template: its text, and its holes with their delimiters. */
export function templateSegments(node: Extract<Node, { type: 'TemplateLiteral' }>, read: (hole: Node) => readonly Part[]): readonly Segment[] {
  return node.quasis.flatMap((quasi, index): readonly Segment[] => {
    const own: Segment = { kind: 'own', start: quasi.start + 1, end: quasi.end - (quasi.tail ? 1 : 2) };
    const hole = node.expressions[index];
    const next = node.quasis[index + 1];
    return hole === undefined || next === undefined ? [own] : [own, { kind: 'hole', start: own.end, end: next.start + 1, parts: read(hole) }];
  });
}

/** What is put into the text itself: SQL whatever it is. */
function readInserted(node: Node, resolve: Resolve, tree: Tree): readonly Part[] {
  const inner = follow(node, resolve);
  const text = staticString(inner);
  if (text !== null) return [sql(text)];
  if (inner.type === 'Literal' && /^(?:number|boolean)$/.test(typeof inner.value)) return [sql(String(inner.value))];
  if (inner.type === 'ConditionalExpression') {
    const arms = [inner.consequent, inner.alternate].map((arm) => readInserted(arm, resolve, tree));
    return [{ kind: 'choice', test: sourceOf(inner.test, tree), arms }];
  }
  return [unread(`\`${sourceOf(node, tree)}\` is put into its text when it runs`)];
}
