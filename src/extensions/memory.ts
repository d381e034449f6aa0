import { unjudge } from '../load/adaptation.ts';
import type { MissingExtension } from '../schema-state.ts';
import type { Named } from '../sql/names.ts';
import type { Surroundings } from './expression.ts';
import { knownExtensions } from './known.ts';
import type { LeftOut } from './left-out.ts';
import { findNeeded } from './need.ts';

/** What is remembered of extensions while a schema loads. */
export interface ExtensionMemory {
  readonly missing: MissingExtension[];
  readonly leftOut: LeftOut[];
  /** Tables that an extension divides or distributes in a way of its own, and that extension. */
  readonly divided: Map<string, string>;
  readonly distributed: Map<string, string>;
  /** Names of what was left out, and of tables without their unique constraint, with the extension that they need. */
  readonly absent: Map<string, string>;
  readonly keyless: Map<string, string>;
  /** Columns whose type stands in. */
  readonly columns: Map<string, string>;
  /** Functions that the schema makes. */
  readonly own: Set<string>;
}

export function rememberNothing(): ExtensionMemory {
  return {
    missing: [],
    leftOut: [],
    divided: new Map(),
    distributed: new Map(),
    absent: new Map(),
    keyless: new Map(),
    columns: new Map(),
    own: new Set(),
  };
}

/** Counts an extension as missing. False where it was already. */
export function addMissing({ missing }: ExtensionMemory, name: string): boolean {
  if (missing.some((one) => one.name === name)) return false;
  missing.push({ name, types: knownExtensions[name]?.types ?? [] });
  return true;
}

/** Gives an extension that nothing is known of a type. */
export function addType({ missing }: ExtensionMemory, extension: string, type: string): void {
  const index = missing.findIndex(({ name }) => name === extension);
  const found = missing[index];
  if (found !== undefined) missing[index] = { ...found, types: [...found.types, type] };
}

export function addLeftOut(memory: ExtensionMemory, things: readonly LeftOut[]): void {
  for (const thing of things) {
    memory.leftOut.push(thing);
    if (thing.name !== '') memory.absent.set(thing.name, thing.extension);
  }
}

export function surroundingsOf({ missing, columns, absent, own }: ExtensionMemory): Surroundings {
  return { missing, columns, absentFor: (name) => absent.get(name) ?? null, isOwn: (name) => own.has(name) };
}

/** A table that an extension divides in a way of its own cannot be judged. */
export function divide(
  memory: ExtensionMemory,
  { table, extension }: { readonly table: Named; readonly extension: string },
  why: string,
): Readonly<Record<string, string>> {
  memory.divided.set(table.name, extension);
  return unjudge(table, why);
}

/** The missing extension behind an error, whether it is needed itself or only for what was left out before. */
export function findCause(memory: ExtensionMemory, error: { readonly sqlstate: string; readonly message: string }): string | null {
  const needed = findNeeded(error, memory.missing);
  if (needed !== null) return needed;
  const words = (error.message.match(/"(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*/gu) ?? []).flatMap((word) => word.replaceAll('"', '').split('.'));
  // A reference to columns that only a constraint that was left out makes unique.
  const known = error.sqlstate === '42830' ? memory.keyless : / does not exist/.test(error.message) ? memory.absent : null;
  return words.map((word) => known?.get(word)).find((name) => name !== undefined) ?? null;
}
