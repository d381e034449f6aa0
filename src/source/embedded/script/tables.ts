import { identifier, type Part } from './part.ts';
import type { Resolve } from './scope.ts';
import type { Node } from './syntax.ts';
import { bare, memberOf, staticString } from './tree.ts';

/** A table as Drizzle's `pgTable` declares it. */
export interface DeclaredTable {
  readonly names: readonly string[];
  readonly part: Part;
  /** The object of its columns. */
  readonly columns: Node | undefined;
}

/** Reads `pgTable('ledger_entry', { … })`, and `pgSchema('app').table(…)`; `null` for what declares no table. */
export function readTable(node: Node, resolve: Resolve): DeclaredTable | null {
  if (node.type !== 'CallExpression') return null;
  const [name, columns] = node.arguments;
  const table = staticString(name);
  if (table === null) return null;
  if (node.callee.type === 'Identifier' && node.callee.name === 'pgTable') return toTable([table], columns);
  const called = memberOf(node.callee);
  if (called?.property !== 'table') return null;
  const binding = called.object.type === 'Identifier' ? resolve(called.object.name, called.object) : null;
  const made = binding?.kind === 'constant' ? bare(binding.init) : called.object;
  if (made.type !== 'CallExpression' || made.callee.type !== 'Identifier' || made.callee.name !== 'pgSchema') return null;
  const schema = staticString(made.arguments[0]);
  return schema === null ? null : toTable([schema, table], columns);
}

function toTable(names: readonly string[], columns: Node | undefined): DeclaredTable {
  return { names, part: identifier(names), columns };
}

/** A column of it, by the name that it has in the program; `null` where the name that it has in the database is not written down. */
export function readColumn({ names, columns }: DeclaredTable, key: string): Part | null {
  if (columns?.type !== 'ObjectExpression') return null;
  for (const property of columns.properties) {
    if (property.type !== 'Property' || property.computed) continue;
    const own = property.key.type === 'Identifier' ? property.key.name : staticString(property.key);
    if (own !== key) continue;
    const name = nameOf(property.value);
    // Without a name of its own it has its key's, which `casing` may change.
    if (name === null || (name === '' && /[A-Z]/.test(key))) return null;
    return identifier([...names, name === '' ? key : name]);
  }
  return null;
}

/** The name that `integer('account_group').notNull()` gives; `''` where it gives none. */
function nameOf(node: Node): string | null {
  const call = bare(node);
  if (call.type !== 'CallExpression') return null;
  const chained = memberOf(call.callee);
  if (chained !== null && bare(chained.object).type === 'CallExpression') return nameOf(chained.object);
  const [first] = call.arguments;
  if (first === undefined || first.type === 'ObjectExpression') return '';
  return staticString(first);
}
