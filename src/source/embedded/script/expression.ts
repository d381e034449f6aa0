import { readHelper } from './helper.ts';
import { isOfLibrary, isPrisma, type Library, readTag, type Tag } from './library.ts';
import { type Part, sql, unread, value } from './part.ts';
import type { Reading } from './reading.ts';
import { type Binding, memberType, type Resolve } from './scope.ts';
import type { Node, TemplateLiteral } from './syntax.ts';
import { readColumn, readTable } from './tables.ts';
import { bare, memberOf, sourceOf, type Tree } from './tree.ts';
import { natureOf } from './value-type.ts';

/** Calls that give plain values whatever they are called with. */
const valueCalls = /^(?:Number|String|Boolean|BigInt|parseInt|parseFloat|(?:JSON\.stringify|Date\.now|Math\.\w+|Number\.\w+|crypto\.randomUUID))$/;
const valueMethods: ReadonlySet<string> = new Set(
  'toISOString toString toFixed toJSON toLowerCase toUpperCase trim padStart padEnd getTime valueOf slice substring replace replaceAll toISO toSQLDate'.split(
    ' ',
  ),
);

interface Context {
  readonly tree: Tree;
  readonly resolve: Resolve;
  readonly library: Library;
  /** Constants that are being read, against those that are made of themselves. */
  readonly open: ReadonlySet<Node>;
}

/** What the holes of a library's template put into the query. */
export function createReader(tree: Tree, resolve: Resolve, library: Library): (node: Node) => readonly Part[] {
  return (node) => readExpression(node, { tree, resolve, library, open: new Set() });
}

/** The parts of a template, its holes read as its tag reads them. */
function readTemplate(template: TemplateLiteral, tag: Tag, context: Context): readonly Part[] {
  const inside = { ...context, library: tag.library ?? context.library };
  return template.quasis.flatMap((quasi, index): readonly Part[] => {
    const hole = template.expressions[index];
    const text = quasi.value.cooked;
    const own = text === null ? unread('an escape in it is none') : sql(text.replaceAll('\r\n', '\n'));
    return hole === undefined ? [own] : [own, ...readExpression(hole, inside)];
  });
}

function readExpression(expression: Node, context: Context): readonly Part[] {
  const node = bare(expression);
  const { tree, resolve } = context;
  const written = sourceOf(node, tree);
  const read = (inner: Node): readonly Part[] => readExpression(inner, context);
  const reading: Reading = { tree, resolve, library: context.library, read };
  switch (node.type) {
    case 'Literal':
    case 'TemplateLiteral':
    case 'BinaryExpression':
    case 'UnaryExpression':
    case 'UpdateExpression':
      return [value(written)];
    case 'NewExpression':
      return [node.callee.type === 'Identifier' && node.callee.name === 'Date' ? value(written) : { kind: 'unknown', written }];
    case 'TaggedTemplateExpression': {
      const tag = readTag(node.tag, resolve, tree);
      return tag === null ? [{ kind: 'unknown', written }] : readTemplate(node.quasi, tag, context);
    }
    case 'ConditionalExpression':
      return [{ kind: 'choice', test: sourceOf(node.test, tree), arms: [read(node.consequent), read(node.alternate)] }];
    case 'LogicalExpression': {
      const [left, right] = [read(node.left), read(node.right)];
      if (![...left, ...right].every(isPerhapsValue)) return [unread(`what \`${written}\` gives is known only when it runs`)];
      return [[...left, ...right].every(({ kind }) => kind === 'value') ? value(written) : { kind: 'unknown', written }];
    }
    case 'ArrayExpression':
      return readArray(node.elements, written, reading);
    case 'Identifier':
      return node.name === 'undefined' ? readUndefined(context.library) : readIdentifier(node, written, context);
    case 'MemberExpression':
      return readMember(node, written, reading);
    case 'CallExpression':
      return readHelper(node, reading) ?? [readCall(node, written, resolve)];
    case 'ObjectExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return [unread(`what \`${written}\` becomes is its library's to say`)];
    default:
      return [{ kind: 'unknown', written }];
  }
}

/** Drizzle leaves it out; the others refuse it, or send NULL. */
function readUndefined(library: Library): readonly Part[] {
  return library === 'drizzle' ? [] : [library === null ? unread('`undefined` is left out by some libraries') : value('undefined')];
}

function isPerhapsValue({ kind }: Part): boolean {
  return kind === 'value' || kind === 'unknown';
}

function readArray(elements: readonly (Node | null)[], written: string, { library, read }: Reading): readonly Part[] {
  const lists = elements.map((element) => (element === null ? [unread('an array with a gap')] : read(element)));
  const isPlain = lists.every((parts) => parts.every(isPerhapsValue));
  if (library === 'drizzle') return [sql('('), ...lists.flatMap((parts, index) => (index === 0 ? parts : [sql(', '), ...parts])), sql(')')];
  if (isPlain) return [lists.flat().every(({ kind }) => kind === 'value') && library !== null ? value(written) : { kind: 'unknown', written }];
  return library === 'postgres' ? lists.flatMap((parts) => [sql(' '), ...parts]) : [unread(`\`${written}\` is a list of SQL`)];
}

function readIdentifier(node: Extract<Node, { type: 'Identifier' }>, written: string, context: Context): readonly Part[] {
  const binding = context.resolve(node.name, node);
  if (binding?.kind === 'constant') return readConstant(binding, written, context);
  if (binding?.kind === 'variable') {
    const parts = binding.values.flatMap((one) =>
      context.open.has(one) ? [] : readExpression(one, { ...context, open: new Set([...context.open, one]) }),
    );
    if (!parts.every(isPerhapsValue)) return [unread(`\`${written}\` is assigned when it runs`)];
    return [...ofType(binding, written, context.library)];
  }
  if (binding?.kind === 'parameter') return ofType(binding, written, context.library);
  return [{ kind: 'unknown', written }];
}

function ofType({ type }: Extract<Binding, { readonly type: unknown }>, written: string, library: Library): readonly Part[] {
  const nature = natureOf(type);
  if (nature === 'sql') return [unread(`\`${written}\` is SQL that is handed over`)];
  if (nature === 'array' && library === 'drizzle') return [sql('('), { kind: 'values', written }, sql(')')];
  if (nature === 'array' && library === null) return [{ kind: 'unknown', written }];
  return [nature === null ? { kind: 'unknown', written } : value(written)];
}

/** A constant is what it was given, where that is written down. */
function readConstant(binding: Extract<Binding, { kind: 'constant' }>, written: string, context: Context): readonly Part[] {
  const init = bare(binding.init);
  if (context.open.has(init)) return [unread(`\`${written}\` is made of itself`)];
  const table = readTable(init, context.resolve);
  if (table !== null) return [table.part];
  if (isAppendedTo(written, context.tree)) return [unread(`\`${written}\` is added to when it runs`)];
  const isArray = init.type === 'ArrayExpression';
  const parts = readExpression(init, { ...context, open: new Set([...context.open, init]) });
  if (isArray && !parts.every(isPerhapsValue) && isPushedTo(written, context.tree)) return [unread(`\`${written}\` is added to when it runs`)];
  if (!parts.every(isPerhapsValue)) return parts;
  if (isOfLibrary(init, context.resolve)) return [unread(`what \`${written}\` holds is SQL that is made when it runs`)];
  return parts.every(({ kind }) => kind === 'value') ? [value(written)] : ofType(binding, written, context.library);
}

/** Drizzle's fragments can be appended to. */
export function isAppendedTo(name: string, tree: Tree): boolean {
  return new RegExp(`\\b${name.replaceAll('$', '\\$')}\\s*\\.append\\s*\\(`).test(tree.text);
}

function isPushedTo(name: string, tree: Tree): boolean {
  return new RegExp(`\\b${name.replaceAll('$', '\\$')}\\s*\\.(?:push|unshift|splice)\\s*\\(`).test(tree.text);
}

function readMember(node: Node, written: string, { library, resolve, tree }: Reading): readonly Part[] {
  const member = memberOf(node);
  if (member === null) return [{ kind: 'unknown', written }];
  const { object, property } = member;
  if (property === 'empty' && isPrisma(object, resolve)) return [];
  if (object.type !== 'Identifier') return [readDeep(node, written, { library, resolve })];
  const binding = resolve(object.name, object);
  if (binding?.kind === 'constant') {
    const table = readTable(bare(binding.init), resolve);
    if (table !== null) return [readColumn(table, property) ?? unread(`the name of the column \`${written}\` is not written down`)];
    if (isOfLibrary(binding.init, resolve)) return [unread(`what \`${written}\` names is known only when it runs`)];
  }
  if (binding?.kind === 'parameter') return ofType({ ...binding, type: memberType(binding.type, property) }, written, library);
  if (property === 'empty' && readTag(object, resolve, tree) !== null) return [];
  return [readDeep(node, written, { library, resolve })];
}

/** `schema.entries.id` of another file may be a column, where the library's holes take such. */
function readDeep(node: Node, written: string, { library, resolve }: Pick<Reading, 'library' | 'resolve'>): Part {
  const root = rootOf(node);
  const binding = root.type === 'Identifier' ? resolve(root.name, root) : null;
  const isForeign = binding?.kind === 'import';
  if (isForeign && (library === 'drizzle' || library === null)) return unread(`\`${written}\` may be a column, which another file says`);
  return { kind: 'unknown', written };
}

function rootOf(node: Node): Node {
  const member = bare(node);
  return member.type === 'MemberExpression' ? rootOf(member.object) : member;
}

function readCall(node: Extract<Node, { type: 'CallExpression' }>, written: string, resolve: Resolve): Part {
  const callee = bare(node.callee);
  const member = memberOf(callee);
  const name = callee.type === 'Identifier' ? callee.name : member?.object.type === 'Identifier' ? `${member.object.name}.${member.property}` : '';
  if (valueCalls.test(name) || (member !== null && valueMethods.has(member.property))) return value(written);
  return isOfLibrary(callee, resolve) ? unread(`what \`${written}\` gives is SQL that is made when it runs`) : { kind: 'unknown', written };
}
