import { isPrisma, libraryOf, readTag } from './library.ts';
import { identifier, joined, type Part, repeated, sql, unread, value } from './part.ts';
import { readPostgresHelper } from './postgres-helper.ts';
import type { Reading } from './reading.ts';
import type { CallExpression, Node } from './syntax.ts';
import { bare, memberOf, sourceOf, staticString } from './tree.ts';

/** What a library's own helper puts into a query, as `sql.identifier(…)` and `Prisma.join(…)`; `null` for every other call. */
export function readHelper(call: CallExpression, reading: Reading): readonly Part[] | null {
  const { tree, resolve } = reading;
  const callee = bare(call.callee);
  const [argument] = call.arguments;
  const written = sourceOf(call, tree);
  const tag = readTag(callee, resolve, tree);
  if (callee.type === 'Identifier' && tag !== null) {
    const isPostgres = tag.library === 'postgres' || tag.library === null;
    return isPostgres ? readPostgresHelper(call, reading) : [unread(`what \`${written}\` becomes is not known`)];
  }
  const name = helperName(callee, reading);
  if (name === null) return null;
  const inner = argument === undefined ? '' : sourceOf(argument, tree);
  const text = staticString(argument);
  switch (name) {
    case 'empty':
      return [];
    case 'raw':
    case 'unsafe':
      return [text === null || call.arguments.length > 1 ? unread(`\`${written}\` is SQL that is made when it runs`) : sql(text)];
    case 'identifier':
    case 'id':
      return [toIdentifier(call.arguments, written)];
    case 'ref':
    case 'table':
      return [text === null || /\s/.test(text) ? unread(`\`${written}\` names what is known only when it runs`) : identifier(text.split('.'))];
    case 'lit':
    case 'literal':
    case 'literalValue':
      return [toLiteral(argument, inner)];
    case 'val':
    case 'value':
    case 'param':
    case 'placeholder':
    case 'typed':
    case 'binary':
      return [value(inner)];
    case 'json':
    case 'jsonb':
    case 'date':
    case 'uuid':
      return [value(inner), ...(isSlonik(reading) ? [sql(`::${name}`)] : [])];
    case 'timestamp':
      return isSlonik(reading) ? [sql('to_timestamp('), value(inner), sql(')')] : [value(inner)];
    case 'array':
      return [value(inner), ...toArrayCast(call.arguments[1])];
    case 'unnest':
      return readUnnest(call, written);
    case 'join':
      return readJoin(call, reading);
    default:
      return [unread(`what \`${written}\` becomes is not known`)];
  }
}

/** The name of a helper that hangs on a tag, on Prisma's namespace, or that is imported by itself. */
function helperName(callee: Node, { tree, resolve }: Reading): string | null {
  if (callee.type === 'Identifier') {
    const binding = resolve(callee.name, callee);
    const isPrismas = binding?.kind === 'import' && libraryOf(binding.module) === 'prisma';
    return isPrismas && /^(?:join|raw)$/.test(binding.imported) ? binding.imported : null;
  }
  const member = memberOf(callee);
  if (member === null) return null;
  const isHelper = isPrisma(member.object, resolve) || readTag(member.object, resolve, tree) !== null;
  return isHelper ? member.property : null;
}

/** Drizzle, Kysely and postgres.js leave the type to the server. */
function isSlonik({ library }: Reading): boolean {
  return library === 'slonik';
}

/** `sql.identifier(['app', 'entries'])`, and `sql.id('app', 'entries')`. */
function toIdentifier(given: readonly Node[], written: string): Part {
  const [first] = given;
  const list = first?.type === 'ArrayExpression' ? first.elements : given;
  const names = list.map(staticString);
  return names.length === 0 || names.includes(null)
    ? unread(`\`${written}\` names what is known only when it runs`)
    : identifier(names as readonly string[]);
}

/** A literal of the text; one that is known only when it runs is taken for a value, which it is to the planner. */
function toLiteral(node: Node | undefined, written: string): Part {
  const text = staticString(node);
  if (text !== null) return sql(`'${text.replaceAll("'", "''")}'`);
  const literal = node === undefined ? null : bare(node);
  return literal?.type === 'Literal' && /^(?:number|boolean)$/.test(typeof literal.value) ? sql(String(literal.value)) : value(written);
}

/** slonik's `sql.array(ids, 'int4')`; types that are SQL themselves leave it to the server. */
function toArrayCast(type: Node | undefined): readonly Part[] {
  const name = staticString(type);
  return name === null ? [] : [sql(`::${quoteType(name)}[]`)];
}

function quoteType(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** slonik's `sql.unnest(rows, ['int4', 'text'])`: an array a column. */
function readUnnest({ arguments: given }: CallExpression, written: string): readonly Part[] {
  const types = given[1]?.type === 'ArrayExpression' ? given[1].elements.map(staticString) : [null];
  if (types.includes(null)) return [unread(`the types of \`${written}\` are known only when it runs`)];
  const arrays = types.map((type) => [value(written), sql(`::${quoteType(type ?? '')}[]`)]);
  return [sql('unnest('), ...joined(arrays, [sql(', ')]), sql(')')];
}

/** A list with something in between: one that is written down, or a query's part for each of several. */
function readJoin(call: CallExpression, reading: Reading): readonly Part[] {
  const [given, glue, ...rest] = call.arguments;
  const written = sourceOf(call, reading.tree);
  const isUnlike = given === undefined || rest.length > 0;
  const isKysely = reading.library === 'kysely' || reading.library === 'prisma';
  const separator = glue === undefined ? (isKysely ? [sql(', ')] : []) : glueOf(glue, reading);
  if (isUnlike || separator === null || (glue === undefined && reading.library === null && !isKysely && !isPrismaCall(call, reading)))
    return [unread(`\`${written}\` is put together when it runs`)];
  const between = isPrismaCall(call, reading) && glue === undefined ? [sql(', ')] : separator;
  const list = bare(given);
  if (list.type === 'ArrayExpression')
    return joined(
      list.elements.map((one) => (one === null ? [] : reading.read(one))),
      between,
    );
  const isComma = between.every((part) => part.kind === 'sql' && part.text.trim() === ',') && between.length > 0;
  const each = isComma ? readEach(list, reading) : null;
  if (each !== null) return repeated(each, between);
  return isComma ? [{ kind: 'values', written: sourceOf(given, reading.tree) }] : [unread(`\`${written}\` is put together when it runs`)];
}

function isPrismaCall({ callee }: CallExpression, { resolve }: Reading): boolean {
  const member = memberOf(callee);
  if (member !== null) return isPrisma(member.object, resolve);
  return callee.type === 'Identifier';
}

function glueOf(glue: Node, reading: Reading): readonly Part[] | null {
  const text = staticString(glue);
  if (text !== null) return [sql(text)];
  const parts = reading.read(glue);
  return parts.every(({ kind }) => kind === 'sql') ? parts : null;
}

/** `rows.map(row => sql`(${row.id}, ${row.kind})`)`: what one of them puts in. */
function readEach(list: Node, { read, resolve, tree }: Reading): readonly Part[] | null {
  if (list.type !== 'CallExpression' || memberOf(list.callee)?.property !== 'map') return null;
  const [map] = list.arguments;
  if (map?.type !== 'ArrowFunctionExpression' || map.body.type === 'BlockStatement') return null;
  const body = bare(map.body);
  return body.type === 'TaggedTemplateExpression' && readTag(body.tag, resolve, tree) !== null ? read(body) : null;
}
