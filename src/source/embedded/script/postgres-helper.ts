import { identifier, joined, type Part, sql, unread, value } from './part.ts';
import type { Reading } from './reading.ts';
import type { CallExpression, Node } from './syntax.ts';
import { bare, sourceOf, staticString } from './tree.ts';

type Form = 'values' | 'in' | 'select' | 'as' | 'returning' | '(' | 'update' | 'insert';

const forms: readonly Form[] = ['values', 'in', 'select', 'as', 'returning', '(', 'update', 'insert'];

/** What postgres.js makes of `sql(…)`: a name, or what the last such word in front of it asks for. */
export function readPostgresHelper(call: CallExpression, { tree, read }: Reading): readonly Part[] {
  const written = sourceOf(call, tree);
  const [first, ...rest] = call.arguments;
  if (first === undefined || call.arguments.some(({ type }) => type === 'SpreadElement'))
    return [unread(`what \`${written}\` names is known only when it runs`)];
  const name = staticString(first);
  if (name !== null && rest.length === 0) return [toName(name, written)];
  return [{ kind: 'placed', place: (before) => place(lastForm(before), { given: bare(first), rest, written, tree, read }) }];
}

interface Given extends Pick<Reading, 'tree' | 'read'> {
  readonly given: Node;
  readonly rest: readonly Node[];
  readonly written: string;
}

function place(form: Form | null, { given, rest, written, tree, read }: Given): readonly Part[] {
  const source = sourceOf(given, tree);
  const columns = columnsOf(rest.length > 0 ? rest : [given]);
  const fieldOf = (column: string): Part => value(`${source}.${column}`);
  const list = given.type === 'ArrayExpression' ? given.elements.flatMap((one) => (one === null ? [] : [one])) : null;
  if (form === 'in' && rest.length === 0) {
    const rows = list?.map(read);
    return [sql('('), ...(rows === undefined ? [{ kind: 'values', written: source } as const] : joined(rows, [sql(',')])), sql(')')];
  }
  if (columns === null || columns.some((column) => toName(column, written).kind === 'unread'))
    return [unread(`which columns \`${written}\` names is known only when it runs`)];
  const names = joined(
    columns.map((column) => [toName(column, written)]),
    [sql(',')],
  );
  const values = [
    sql('('),
    ...joined(
      columns.map((column) => [fieldOf(column)]),
      [sql(',')],
    ),
    sql(')'),
  ];
  switch (form) {
    case 'in':
    case 'values':
      return rest.length > 0 ? values : [unread(`what \`${written}\` puts there is known only when it runs`)];
    case 'insert':
      return [sql('('), ...names, sql(')values'), ...values];
    case 'update':
      return joined(
        columns.map((column) => [toName(column, written), sql('='), fieldOf(column)]),
        [sql(',')],
      );
    default:
      return list !== null || given.type === 'Literal' ? names : [unread(`which columns \`${written}\` names is known only when it runs`)];
  }
}

/** The word that decides: the last of them between blanks or parentheses. */
function lastForm(before: string): Form | null {
  let [last, at]: [Form | null, number] = [null, -1];
  for (const form of forms) {
    const found = [...before.matchAll(new RegExp(`(?:^|[\\s(])${form === '(' ? '\\(' : form}(?=$|[\\s(])`, 'gi'))].at(-1)?.index ?? -1;
    if (found > at) [last, at] = [form, found];
  }
  return last;
}

/** Names of columns: strings, lists of them, or the keys of an object that is written out. */
function columnsOf(nodes: readonly Node[]): readonly string[] | null {
  const columns: string[] = [];
  for (const node of nodes.map(bare)) {
    const name = staticString(node);
    const inner = node.type === 'ArrayExpression' ? columnsOf(node.elements.flatMap((one) => (one === null ? [] : [one]))) : keysOf(node);
    if (name !== null) columns.push(name);
    else if (inner !== null) columns.push(...inner);
    else return null;
  }
  return columns;
}

function keysOf(node: Node): readonly string[] | null {
  if (node.type !== 'ObjectExpression') return null;
  const keys = node.properties.map((one) =>
    one.type !== 'Property' || one.computed ? null : one.key.type === 'Identifier' ? one.key.name : staticString(one.key),
  );
  return keys.includes(null) ? null : (keys as readonly string[]);
}

/** A dot divides; capitals may be what `transform` changes. */
function toName(name: string, written: string): Part {
  return /[A-Z]/.test(name) ? unread(`\`${written}\` may be spelt otherwise by the connection's \`transform\``) : identifier(name.split('.'));
}
