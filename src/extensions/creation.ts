import type { Adaptation } from '../load/adaptation.ts';
import { as, type Fields } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import { knownExtensions } from './known.ts';
import { addMissing, type ExtensionMemory } from './memory.ts';
import { toStandIns } from './stand-ins.ts';

interface Wanted {
  readonly name: string;
  readonly schema: string | null;
  readonly cascades: boolean;
}

/**
 * An extension that the server has is created in the version that it has; in place of one that it lacks come stand-ins for what tables need of it. The schema that
 * is to hold it may be one that a hosted database has from the start.
 */
export function adaptCreation(fields: Fields<'CreateExtensionStmt'>, available: ReadonlySet<string>, memory: ExtensionMemory): Adaptation {
  const wanted = toWanted(fields);
  const [last, ...before] = toSteps(wanted, available, memory).toReversed();
  const hasVersion = (fields.options ?? []).some((option) => as(option, 'DefElem')?.defname === 'new_version');
  const prepare = [...(wanted.schema === null ? [] : [makeSchema(wanted.schema)]), ...before.reverse()];
  if (!available.has(wanted.name)) return last === undefined ? { prepare, sql: null } : { prepare, sql: last };
  return hasVersion && last !== undefined ? { prepare, sql: last } : { prepare };
}

function toWanted({ extname = '', options = [] }: Fields<'CreateExtensionStmt'>): Wanted {
  const optionOf = (name: string) => options.flatMap((option) => as(option, 'DefElem') ?? []).find(({ defname }) => defname === name)?.arg;
  return { name: extname, schema: as(optionOf('schema'), 'String')?.sval ?? null, cascades: optionOf('cascade') !== undefined };
}

/** The statements that create the extension or its stand-ins, after those of what it requires. */
function toSteps({ name, schema, cascades }: Wanted, available: ReadonlySet<string>, memory: ExtensionMemory): readonly string[] {
  if (available.has(name))
    return [`CREATE EXTENSION IF NOT EXISTS ${quoteName(name)}${schema === null ? '' : ` SCHEMA ${quoteName(schema)}`}${cascades ? ' CASCADE' : ''}`];
  const required = cascades ? (knownExtensions[name]?.requires ?? []) : [];
  const before = required.flatMap((other) => toSteps({ name: other, schema, cascades }, available, memory));
  const own = addMissing(memory, name) ? toStandIns(name, schema) : null;
  return own === null ? before : [...before, own];
}

function makeSchema(name: string): string {
  return `CREATE SCHEMA IF NOT EXISTS ${quoteName(name)}`;
}

const creation = /\bcreate\s+extension\s+(?:if\s+not\s+exists\s+)?"?([\w-]+)"?((?:\s+(?:with|schema|version|cascade|"?[\w.-]+"?))*)/gi;

/** A block goes on without the extensions that it would create, by something that does nothing in a string of EXECUTE too. */
export function adaptBlock(sql: string, available: ReadonlySet<string>, memory: ExtensionMemory): Adaptation | null {
  const prepare: string[] = [];
  const adapted = sql.replace(creation, (whole, name: string, options: string) => {
    if (available.has(name)) return whole;
    const schema = /\bschema\s+"?(\w+)/i.exec(options)?.[1] ?? null;
    if (schema !== null) prepare.push(makeSchema(schema));
    prepare.push(...toSteps({ name, schema, cascades: /\bcascade\b/i.test(options) }, available, memory));
    return 'SET LOCAL planlint.without TO on';
  });
  return adapted === sql ? null : { prepare, sql: adapted };
}
