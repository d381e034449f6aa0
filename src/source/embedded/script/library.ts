import type { Binding, Resolve } from './scope.ts';
import type { Node } from './syntax.ts';
import { ancestorsOf, bare, memberOf, type Tree } from './tree.ts';

/** Whose template it is; `null` where only its name tells that it holds SQL. */
export type Library = 'postgres' | 'slonik' | 'prisma' | 'drizzle' | 'kysely' | 'pgtyped' | null;

/** What a template's tag says of it. */
export interface Tag {
  readonly library: Library;
  /** `either` where only the text can tell a whole query from a part of one. */
  readonly form: 'query' | 'part' | 'either';
}

const modules: readonly (readonly [pattern: RegExp, library: Exclude<Library, null>])[] = [
  [/^postgres$/, 'postgres'],
  [/^(?:slonik|@slonik\/.*)$/, 'slonik'],
  [/^(?:@prisma\/client(?:\/.*)?|sql-template-tag)$/, 'prisma'],
  [/^drizzle-orm(?:\/.*)?$/, 'drizzle'],
  [/^kysely(?:\/.*)?$/, 'kysely'],
  [/^@pgtyped\/.*$/, 'pgtyped'],
];

export function libraryOf(module: string): Library {
  return modules.find(([pattern]) => pattern.test(module))?.[1] ?? null;
}

/** Reads a template's tag; `null` where it is no SQL. */
export function readTag(node: Node, resolve: Resolve, tree: Tree): Tag | null {
  const tag = bare(node);
  if (tag.type === 'Identifier') return readName(tag, resolve, tree);
  if (tag.type === 'CallExpression') {
    const called = memberOf(tag.callee);
    const base = called === null ? null : readTag(called.object, resolve, tree);
    return base !== null && (called?.property === 'type' || called?.property === 'typeAlias') ? { ...base, form: 'query' } : null;
  }
  const member = memberOf(tag);
  if (member === null) return null;
  if (member.property === '$queryRaw' || member.property === '$executeRaw') return { library: 'prisma', form: 'query' };
  if (member.property === 'sql') return { library: isPrisma(member.object, resolve) ? 'prisma' : null, form: 'either' };
  const base = readTag(member.object, resolve, tree);
  if (base === null) return null;
  if (member.property === 'fragment') return { ...base, form: 'part' };
  return member.property === 'unsafe' ? { ...base, form: 'query' } : null;
}

function readName(node: Extract<Node, { type: 'Identifier' }>, resolve: Resolve, tree: Tree): Tag | null {
  const binding = resolve(node.name, node);
  const library = libraryBehind(binding, resolve, tree);
  if (library === undefined) return /^sql$/i.test(node.name) ? { library: null, form: 'either' } : null;
  return { library, form: library === 'pgtyped' ? 'query' : 'either' };
}

/** The library whose tag a name stands for; `undefined` where it stands for none that is known. */
function libraryBehind(binding: Binding | null, resolve: Resolve, tree: Tree): Library | undefined {
  if (binding?.kind === 'import') {
    const library = libraryOf(binding.module);
    return library !== null && library !== 'postgres' && /^(?:sql|default)$/.test(binding.imported) ? library : undefined;
  }
  if (binding?.kind === 'constant') return isConnection(binding.init, resolve, tree) ? 'postgres' : undefined;
  if (binding?.kind === 'variable') return binding.values.some((value) => isConnection(value, resolve, tree)) ? 'postgres' : undefined;
  if (binding?.kind === 'parameter') {
    // `sql.begin(async tx => …)`
    const call = tree.parentOf(binding.function);
    const called = call?.type === 'CallExpression' ? memberOf(call.callee) : null;
    const isTransaction = called?.property === 'begin' || called?.property === 'savepoint';
    return isTransaction && called !== null && readTag(called.object, resolve, tree) !== null ? 'postgres' : undefined;
  }
  return undefined;
}

/** `postgres(…)`, `await sql.reserve()`, and the like behind `??` and `||`. */
function isConnection(node: Node, resolve: Resolve, tree: Tree): boolean {
  const made = bare(node);
  if (made.type === 'AwaitExpression') return isConnection(made.argument, resolve, tree);
  if (made.type === 'LogicalExpression') return isConnection(made.right, resolve, tree);
  if (made.type === 'AssignmentExpression') return isConnection(made.right, resolve, tree);
  if (made.type !== 'CallExpression') return false;
  const called = memberOf(made.callee);
  if (called?.property === 'reserve') return readTag(called.object, resolve, tree) !== null;
  if (made.callee.type !== 'Identifier') return false;
  const binding = resolve(made.callee.name, made.callee);
  return binding?.kind === 'import' && libraryOf(binding.module) === 'postgres';
}

/** Whether a name is the namespace that holds Prisma's helpers. */
export function isPrisma(node: Node, resolve: Resolve): boolean {
  if (node.type !== 'Identifier') return false;
  const binding = resolve(node.name, node);
  return node.name === 'Prisma' || (binding?.kind === 'import' && binding.imported === 'Prisma');
}

/** Whether a call or a member is of something that a known library exports, which makes SQL and no values. */
export function isOfLibrary(node: Node, resolve: Resolve): boolean {
  const inner = bare(node);
  const member = memberOf(inner);
  if (member !== null) return isOfLibrary(member.object, resolve);
  if (inner.type === 'CallExpression') return isOfLibrary(inner.callee, resolve);
  if (inner.type !== 'Identifier') return false;
  const binding = resolve(inner.name, inner);
  return binding?.kind === 'import' && libraryOf(binding.module) !== null;
}

/** Whether a template stands in a hole of another, or in what is put together there. */
export function isInside(node: Node, tree: Tree, isTemplate: (node: Node) => boolean): boolean {
  for (const parent of ancestorsOf(node, tree)) {
    if (parent.type === 'TaggedTemplateExpression' && isTemplate(parent)) return true;
    if (parent.type === 'BlockStatement' || parent.type === 'Program' || parent.type === 'ClassBody') return false;
  }
  return false;
}
