import type { Node, TSType } from './syntax.ts';
import { ancestorsOf, type Tree } from './tree.ts';

/** What a name stands for. */
export type Binding =
  | { readonly kind: 'import'; readonly module: string /** `default`, `*`, or the name that it is exported by. */; readonly imported: string }
  | { readonly kind: 'constant'; readonly init: Node; readonly type: TSType | null }
  /** Assigned when the program runs; `values` are those that are written down. */
  | { readonly kind: 'variable'; readonly values: readonly Node[]; readonly type: TSType | null }
  | { readonly kind: 'parameter'; readonly type: TSType | null; readonly function: Node }
  | { readonly kind: 'other' };

/** Finds what a name stands for where a node uses it; `null` for what the file does not declare. */
export type Resolve = (name: string, at: Node) => Binding | null;

type Names = Map<string, Binding>;

/** A name and the node that it can be used in. */
interface Declaration {
  readonly scope: Node | null;
  readonly name: string;
  readonly binding: Binding;
}

export function createResolver(tree: Tree): Resolve {
  const scopes = new Map<Node, Names>();
  const assigned = new Map<string, Node[]>();
  for (const node of tree.nodes) {
    for (const { scope, name, binding } of declarationsOf(node, tree)) {
      if (scope === null) continue;
      const names: Names = scopes.get(scope) ?? new Map();
      scopes.set(scope, names);
      // What is declared twice in one place stands for neither.
      names.set(name, names.has(name) ? { kind: 'other' } : binding);
    }
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') continue;
    assigned.set(node.left.name, [...(assigned.get(node.left.name) ?? []), node.right]);
  }
  return (name, at) => {
    for (const scope of ancestorsOf(at, tree)) {
      const found = scopes.get(scope)?.get(name);
      if (found?.kind === 'variable') return { ...found, values: [...found.values, ...(assigned.get(name) ?? [])] };
      if (found !== undefined) return found;
    }
    return null;
  };
}

function declarationsOf(node: Node, tree: Tree): readonly Declaration[] {
  const scope = scopeOf(node, tree);
  switch (node.type) {
    case 'ImportDeclaration':
      return node.specifiers.map((one) => {
        const imported = one.type === 'ImportSpecifier' ? nameOfExport(one.imported) : one.type === 'ImportDefaultSpecifier' ? 'default' : '*';
        return { scope, name: one.local.name, binding: { kind: 'import', module: node.source.value, imported } };
      });
    case 'VariableDeclarator':
      return variablesOf(node, scope, tree);
    case 'ClassDeclaration':
      return node.id === null ? [] : [{ scope, name: node.id.name, binding: { kind: 'other' } }];
    case 'FunctionDeclaration':
      return [
        ...(node.id === null ? [] : [{ scope, name: node.id.name, binding: { kind: 'other' } as const }]),
        ...node.params.flatMap((one) => parametersOf(one, node)),
      ];
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      return node.params.flatMap((one) => parametersOf(one, node));
    case 'CatchClause':
      return node.param === null ? [] : othersOf(node.param, node);
    default:
      return [];
  }
}

function variablesOf(node: Extract<Node, { type: 'VariableDeclarator' }>, scope: Node | null, tree: Tree): readonly Declaration[] {
  const declaration = tree.parentOf(node);
  const isConstant = declaration?.type === 'VariableDeclaration' && declaration.kind === 'const';
  const { id, init } = node;
  const module = moduleOf(init);
  if (id.type === 'ObjectPattern' && module !== null) {
    // `const { sql } = require('slonik')`
    return id.properties.flatMap((one) => {
      if (one.type !== 'Property' || one.value.type !== 'Identifier' || one.key.type !== 'Identifier') return [];
      return [{ scope, name: one.value.name, binding: { kind: 'import', module, imported: one.key.name } }];
    });
  }
  if (id.type !== 'Identifier') return othersOf(id, scope);
  const type = id.typeAnnotation?.typeAnnotation ?? null;
  if (module !== null) return [{ scope, name: id.name, binding: { kind: 'import', module, imported: 'default' } }];
  if (isConstant && init !== null) return [{ scope, name: id.name, binding: { kind: 'constant', init, type } }];
  // What a loop gives has no value of its own.
  return [{ scope, name: id.name, binding: isConstant ? { kind: 'other' } : { kind: 'variable', values: init === null ? [] : [init], type } }];
}

function parametersOf(pattern: Node, owner: Node): readonly Declaration[] {
  if (pattern.type === 'TSParameterProperty') return parametersOf(pattern.parameter, owner);
  const target = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
  const type = 'typeAnnotation' in target && target.typeAnnotation?.type === 'TSTypeAnnotation' ? target.typeAnnotation.typeAnnotation : null;
  if (target.type === 'Identifier') return [{ scope: owner, name: target.name, binding: { kind: 'parameter', type, function: owner } }];
  if (target.type !== 'ObjectPattern') return othersOf(target, owner);
  return target.properties.flatMap((one) => {
    if (one.type !== 'Property') return othersOf(one, owner);
    const local = one.value.type === 'AssignmentPattern' ? one.value.left : one.value;
    if (local.type !== 'Identifier') return othersOf(local, owner);
    const own = one.key.type === 'Identifier' ? memberType(type, one.key.name) : null;
    return [{ scope: owner, name: local.name, binding: { kind: 'parameter', type: own, function: owner } }];
  });
}

/** The names in a pattern, of which nothing more is known. */
function othersOf(pattern: Node, scope: Node | null): readonly Declaration[] {
  switch (pattern.type) {
    case 'Identifier':
      return [{ scope, name: pattern.name, binding: { kind: 'other' } }];
    case 'ObjectPattern':
      return pattern.properties.flatMap((one) => othersOf(one.type === 'Property' ? one.value : one.argument, scope));
    case 'ArrayPattern':
      return pattern.elements.flatMap((one) => (one === null ? [] : othersOf(one, scope)));
    case 'AssignmentPattern':
      return othersOf(pattern.left, scope);
    case 'RestElement':
      return othersOf(pattern.argument, scope);
    default:
      return [];
  }
}

function scopeOf(node: Node, tree: Tree): Node | null {
  for (const ancestor of ancestorsOf(node, tree)) if (scopeTypes.has(ancestor.type)) return ancestor;
  return null;
}

const scopeTypes: ReadonlySet<Node['type']> = new Set([
  'Program',
  'BlockStatement',
  'StaticBlock',
  'TSModuleBlock',
  'SwitchStatement',
  'ForStatement',
  'ForOfStatement',
  'ForInStatement',
]);

function nameOfExport(node: Node): string {
  return node.type === 'Identifier' ? node.name : node.type === 'Literal' ? String(node.value) : '';
}

/** The module that `require('x')` loads. */
function moduleOf(init: Node | null): string | null {
  if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier' || init.callee.name !== 'require') return null;
  const [module] = init.arguments;
  return module?.type === 'Literal' && typeof module.value === 'string' ? module.value : null;
}

/** The type of a property of an object type that is written out. */
export function memberType(type: TSType | null, name: string): TSType | null {
  if (type?.type !== 'TSTypeLiteral') return null;
  for (const member of type.members) {
    if (member.type === 'TSPropertySignature' && member.key.type === 'Identifier' && member.key.name === name)
      return member.typeAnnotation?.typeAnnotation ?? null;
  }
  return null;
}
