import type { Node, Program } from './syntax.ts';

/** A file's syntax, from which each node's surroundings can be asked. */
export interface Tree {
  readonly text: string;
  readonly program: Program;
  readonly parentOf: (node: Node) => Node | null;
  /** All nodes, outer ones first. */
  readonly nodes: readonly Node[];
}

export function toTree(program: Program, text: string): Tree {
  const parents = new Map<Node, Node>();
  const nodes: Node[] = [];
  // A stack of its own: minified code nests deeper than a call stack.
  const open: Node[] = [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    nodes.push(node);
    const children = childrenOf(node);
    for (const child of children) parents.set(child, node);
    for (const child of children.toReversed()) open.push(child);
  }
  return { text, program, nodes, parentOf: (node) => parents.get(node) ?? null };
}

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value: unknown) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []));
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string' && 'start' in value;
}

export function* ancestorsOf(node: Node, { parentOf }: Tree): Iterable<Node> {
  for (let at = parentOf(node); at !== null; at = parentOf(at)) yield at;
}

/** The source of a node on one line. */
export function sourceOf({ start, end }: { readonly start: number; readonly end: number }, { text }: Tree): string {
  return text.slice(start, end).replace(/\s+/g, ' ');
}

/** An expression without what TypeScript writes around it. */
export function bare(node: Node): Node {
  if (node.type === 'TSAsExpression' || node.type === 'TSNonNullExpression' || node.type === 'TSSatisfiesExpression') return bare(node.expression);
  if (node.type === 'TSTypeAssertion' || node.type === 'ParenthesizedExpression' || node.type === 'ChainExpression') return bare(node.expression);
  return node;
}

/** A string that an expression is sure to be. */
export function staticString(node: Node | null | undefined): string | null {
  if (node === null || node === undefined) return null;
  const inner = bare(node);
  if (inner.type === 'Literal' && typeof inner.value === 'string') return inner.value;
  if (inner.type === 'TemplateLiteral' && inner.expressions.length === 0) return inner.quasis[0]?.value.cooked ?? null;
  return null;
}

/** What `a.b` reads of what; `null` for anything else, as `a[b]`. */
export function memberOf(node: Node): { readonly object: Node; readonly property: string } | null {
  const inner = bare(node);
  if (inner.type !== 'MemberExpression' || inner.computed || inner.property.type !== 'Identifier') return null;
  return { object: bare(inner.object), property: inner.property.name };
}

/** The name that a query goes by: that of the function around it, or else of the constant or property it is the value of. */
export function nameAround(node: Node, tree: Tree): string | null {
  let own: string | null = null;
  let child = node;
  let functions = 0;
  for (const parent of ancestorsOf(node, tree)) {
    const name = nameOf(parent, child);
    if (isFunction(child) && name !== null) return name;
    if (isFunction(child)) functions += 1;
    if ((parent.type === 'FunctionDeclaration' || parent.type === 'FunctionExpression') && parent.id !== null) return parent.id.name;
    if (functions === 0) own ??= name;
    child = parent;
  }
  return own;
}

function isFunction(node: Node): boolean {
  return node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression' || node.type === 'FunctionDeclaration';
}

/** What a declaration calls its value. */
function nameOf(parent: Node, value: Node): string | null {
  if (parent.type === 'VariableDeclarator') return parent.init === value && parent.id.type === 'Identifier' ? parent.id.name : null;
  if (parent.type === 'MethodDefinition' || parent.type === 'PropertyDefinition' || parent.type === 'Property') {
    if (parent.value !== value || parent.computed) return null;
    if (parent.key.type === 'Identifier' || parent.key.type === 'PrivateIdentifier') return parent.key.name;
    return parent.key.type === 'Literal' ? String(parent.key.value) : null;
  }
  if (parent.type === 'AssignmentExpression' && parent.right === value) {
    if (parent.left.type === 'Identifier') return parent.left.name;
    return memberOf(parent.left)?.property ?? null;
  }
  return null;
}
