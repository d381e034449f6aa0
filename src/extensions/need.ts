import type { MissingExtension } from '../schema-state.ts';
import { type Named, toNamed } from '../sql/names.ts';
import { isUnknown, type KnownExtension, knownExtensions } from './known.ts';

/** What a server says of a command that it refuses. */
interface Refusal {
  readonly sqlstate: string;
  readonly message: string;
}

type Missing = readonly MissingExtension[];
type Owner = (message: string, missing: Missing) => string | null;

/** The missing extension without which the server refuses, or `null` where it refuses for another reason. */
export function findNeeded({ sqlstate, message }: Refusal, missing: Missing): string | null {
  for (const owner of missing.length === 0 ? [] : (owners[sqlstate] ?? [])) {
    const name = owner(message, missing);
    if (name !== null) return name;
  }
  return null;
}

/** The missing extension that a function or procedure is known to belong to. */
export function ownerOfFunction(called: Named, missing: Missing): string | null {
  return ownerIn(called, missing, (known) => known.functions?.test(called.name) === true);
}

/** The missing extension that makes a table or a view. */
export function ownerOfRelation(named: Named, missing: Missing): string | null {
  return ownerIn(named, missing, (known) => known.relations?.test(named.name) === true);
}

/** The missing extension whose type this is, given as the server prints it: `extensions.vector[]`. */
function ownerOfType(type: string, missing: Missing): string | null {
  const name = toNamed(type.replace(/(?:\(.*\))?(?:\[\])*$/, '')).name;
  return missing.find(({ types }) => types.includes(name))?.name ?? null;
}

/** The missing extension that makes an access method. */
export function ownerOfMethod(method: string, missing: Missing): string | null {
  return find(missing, (known) => known.methods?.includes(method) === true);
}

/** The missing extension whose options have this prefix. */
export function ownerOfPrefix(prefix: string, missing: Missing): string | null {
  return find(missing, (known) => known.options?.includes(prefix) === true);
}

/** A missing extension that nothing is known of, so that what nobody else makes may be its own. */
export function findUnknown(missing: Missing): string | null {
  return missing.find(({ name }) => isUnknown(name))?.name ?? null;
}

/** The foreign-data wrapper that an extension is there for. */
export function wrapperOf(extension: string): string | null {
  return /_fdw$/.test(extension) ? extension : null;
}

function ownerIn({ schema, name }: Named, missing: Missing, owns: (known: KnownExtension) => boolean): string | null {
  return (schema === null ? null : ownerOfSchema(schema, missing)) ?? (name === '' ? null : find(missing, owns));
}

function ownerOfSchema(schema: string, missing: Missing): string | null {
  return find(missing, (known) => known.schemas?.includes(schema) === true);
}

function find(missing: Missing, owns: (known: KnownExtension) => boolean): string | null {
  return missing.find(({ name }) => owns(knownExtensions[name] ?? {}))?.name ?? null;
}

const quoted = /"((?:[^"]|"")+)"/;

/** The thing that the sentence begins with: `access method "hnsw" does not exist`. */
const ownerOfSubject: Owner = (message, missing) => {
  const [kind = '', subject = ''] = message.split(quoted);
  const named = toNamed(subject);
  if (kind === 'type ') return ownerOfType(subject, missing) ?? ownerOfKnownType(named.name, missing) ?? findUnknown(missing);
  if (kind === 'relation ') return ownerOfRelation(named, missing);
  if (kind === 'schema ') return ownerOfSchema(subject, missing);
  if (kind === 'access method ') return ownerOfMethod(subject, missing) ?? findUnknown(missing);
  if (kind === 'operator class ') return ownerOfClass(named.name, missing) ?? findUnknown(missing);
  // A language, a wrapper or a parser has its extension's name.
  return missing.find(({ name }) => name === named.name)?.name ?? null;
};

/** `type vector does not exist`, of an argument, comes without quotes. */
const ownerOfBareType: Owner = (message, missing) => {
  const [, type] = /^(?:\w+ )?type ([^"\s]+) (?:does not exist|is only a shell)$/.exec(message) ?? [];
  return type === undefined ? null : ownerOfSubject(`type "${type}"`, missing);
};

/** A type that stands in, anywhere in the sentence: `cannot cast type vector to real[]`. Names of columns and tables are quoted; a function's comes first. */
const ownerOfMentioned: Owner = (message, missing) => {
  const words = message
    .replace(/^(?:function|procedure|aggregate) [^(]+/, '')
    .replaceAll(new RegExp(quoted, 'g'), '')
    .split(/[\s,()]+/);
  return words.map((word) => ownerOfType(word, missing)).find((owner) => owner !== null) ?? null;
};

const ownerOfCall: Owner = (message, missing) => {
  const [, called] = /^(?:function|procedure|aggregate) ([^(]+)\(.*\) (?:does not exist|is not unique)$/s.exec(message) ?? [];
  return called === undefined ? null : (ownerOfFunction(toNamed(called), missing) ?? findUnknown(missing));
};

const ownerOfOperator: Owner = (message, missing) => {
  const [, operator = ''] = /^operator does not exist: (?:.*\s)?(?:\w+\.)?([-+*/<>=~!@#%^&|`?]+)(?:\s|$)/s.exec(message) ?? [];
  return find(missing, (known) => known.operators?.includes(operator) === true);
};

/** Libraries carry versions: `$libdir/postgis-3`. */
const ownerOfFile: Owner = (message, missing) => {
  const [, file = ''] = /^could not (?:access file|load library) "(?:[^"]*\/)?([^"/]+)"/.exec(message) ?? [];
  return missing.find(({ name }) => file === name || (file.startsWith(name) && /^[-.]/.test(file.slice(name.length))))?.name ?? null;
};

const ownerOfNamespace: Owner = (message, missing) => {
  const [, prefix = ''] = /^unrecognized parameter namespace "(.*)"$/.exec(message) ?? [];
  return ownerOfPrefix(prefix, missing);
};

/** How each SQLSTATE is read: what is undefined, does not fit together, is not supported, or is not where it should be. */
const owners: Readonly<Record<string, readonly Owner[]>> = {
  '42883': [ownerOfMentioned, ownerOfCall, ownerOfOperator],
  '42725': [ownerOfMentioned, ownerOfCall],
  '42704': [ownerOfMentioned, ownerOfSubject, ownerOfBareType],
  '42P01': [ownerOfSubject],
  '3F000': [ownerOfSubject],
  '42846': [ownerOfMentioned],
  '42804': [ownerOfMentioned],
  '0A000': [ownerOfSubject],
  '55000': [ownerOfSubject],
  '58P01': [ownerOfFile],
  '22023': [ownerOfNamespace],
};

function ownerOfKnownType(type: string, missing: Missing): string | null {
  return find(missing, (known) => known.types?.includes(type) === true);
}

/** Operator classes are named after the type or the extension: `gist_geometry_ops_nd`, `gin_bigm_ops`. */
function ownerOfClass(name: string, missing: Missing): string | null {
  const isAbout = (word: string): boolean => name.split('_').includes(word);
  const found = missing.find((one) => isAbout(one.name.replace(/^pg_/, '')) || one.types.some(isAbout));
  return found?.name ?? null;
}
