import { colon, firstOf, question } from '../../../sql/placeholder-styles.ts';
import { matchAt, type PlaceholderStyle } from '../../../sql/placeholders.ts';
import { withLists } from '../library-styles.ts';
import type { Resolve } from './scope.ts';
import type { CallExpression, Node } from './syntax.ts';
import { bare, memberOf } from './tree.ts';

/** How sure it is that what a method is handed is a query. */
export type Certainty = 'sure' | 'if-read' | 'if-sql';

/** Methods that queries are handed to, and those that much else has as well. */
const own: ReadonlySet<string> = new Set('query execute raw unsafe queryArray queryObject oneOrNone manyOrNone'.split(' '));
const always: ReadonlySet<string> = new Set('$queryRawUnsafe $executeRawUnsafe'.split(' '));
const shared: ReadonlySet<string> = new Set('one many none any multi result run all get values'.split(' '));

/** What databases, connections and what wraps them are called. */
const database =
  /db|database|sql|pg|postgres|pool|client|conn|knex|prisma|trx|transaction|session|manager|orm|sequelize|source|runner|repo|slonik|query|^(?:em|tx?|c|task)$/i;

/** Whether a method takes queries, and whether only where its receiver and its text speak for it; `null` where it takes none. */
export function certaintyOf(method: string, receiver: Node): Certainty | null {
  if (always.has(method)) return 'sure';
  const isDatabase = database.test(nameOf(receiver));
  if (own.has(method)) return isDatabase ? 'sure' : 'if-read';
  return shared.has(method) && isDatabase ? 'if-sql' : null;
}

/** What a receiver is called: the last name of `this.pool`, `getPool()`, `em.getConnection()`. */
function nameOf(receiver: Node): string {
  const inner = bare(receiver);
  if (inner.type === 'AwaitExpression') return nameOf(inner.argument);
  if (inner.type === 'CallExpression') return nameOf(inner.callee);
  if (inner.type === 'Identifier') return inner.name;
  const member = memberOf(inner);
  return member?.property ?? (inner.type === 'MemberExpression' && inner.property.type === 'PrivateIdentifier' ? inner.property.name : '');
}

/** `?` for a value and `??` for a name, or `:name` and `:name:`. */
const knex: PlaceholderStyle = {
  read: firstOf(
    (sql, start) => {
      const name = matchAt(/\?\?(?!\?)|:[A-Za-z_]\w*:(?!:)/y, sql, start);
      return name === null ? null : { end: start + name.length, unknown: `${name} puts a name in` };
    },
    question.read,
    colon(null).read,
  ),
};
const replaced: Readonly<Record<'list' | 'names' | 'either', PlaceholderStyle>> = {
  list: withLists(question),
  names: withLists(colon(null)),
  either: withLists({ read: firstOf(question.read, colon(null).read) }),
};

/** How the placeholders of a call's text are written; `null` for PostgreSQL's own. */
export function styleOf(call: CallExpression, method: string, resolve: Resolve): PlaceholderStyle | null {
  const [, second] = call.arguments;
  if (second === undefined) return null;
  const options = givenBy(second, resolve);
  if (method === 'raw' || method === 'execute') return knex;
  if (method !== 'query' || options.type !== 'ObjectExpression') return null;
  for (const property of options.properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== 'replacements') continue;
    const { type } = givenBy(property.value, resolve);
    return replaced[type === 'ArrayExpression' ? 'list' : type === 'ObjectExpression' ? 'names' : 'either'];
  }
  return null;
}

function givenBy(node: Node, resolve: Resolve): Node {
  const inner = bare(node);
  const binding = inner.type === 'Identifier' ? resolve(inner.name, inner) : null;
  return binding?.kind === 'constant' ? bare(binding.init) : inner;
}
