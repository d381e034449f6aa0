import type { Account } from '../load/adaptation.ts';
import type { ExtensionMemory } from './memory.ts';
import { describeLack } from './note.ts';
import type { StandIn } from './stand-ins.ts';

/** What the report has to say of the extensions that the server lacks, once the schema is loaded. */
export function accountForExtensions({ missing, leftOut, divided, distributed }: ExtensionMemory, standIns: readonly StandIn[]): Account {
  const keysFor = (extension: string, tables: ReadonlyMap<string, string>): readonly string[] =>
    [...tables].flatMap(([table, owner]) => (owner === extension ? [table] : []));
  return {
    missingExtensions: missing.map(({ name }) => ({ name, types: standIns.filter(({ extension }) => extension === name).map((type) => type.name) })),
    remarks: missing.map(({ name }) => ({
      noun: 'extension',
      name,
      message: describeLack({
        types: standIns.filter(({ extension, isUsed }) => isUsed && extension === name).map((type) => type.name),
        leftOut: leftOut.filter(({ extension }) => extension === name),
        divided: keysFor(name, divided),
        distributed: keysFor(name, distributed),
      }),
    })),
  };
}
