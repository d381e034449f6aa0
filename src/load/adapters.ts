import { adaptExtensions } from '../extensions/adapt.ts';
import type { ExtensionMemory } from '../extensions/memory.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { today } from '../schema/today.ts';
import type { Adapter } from './adaptation.ts';
import { adaptForeignKeys } from './foreign-keys.ts';
import { adaptPartman } from './partman/adapter.ts';
import { adaptRoles } from './roles.ts';
import type { ServerFacts } from './server-facts.ts';

/** Everything that is done for a schema to load on a server of our own, in the order it is asked. Made anew for each load, since adapters remember. */
export function makeAdapters(facts: ServerFacts & { readonly files: readonly SchemaFile[] }, extensions: ExtensionMemory): readonly Adapter[] {
  return [adaptRoles(facts), adaptForeignKeys(facts), adaptPartman(facts, today()), adaptExtensions(facts, extensions)];
}
