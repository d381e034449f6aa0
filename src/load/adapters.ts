import type { Connection } from '../database/server.ts';
import { adaptExtensions } from '../extensions/adapt.ts';
import type { ExtensionMemory } from '../extensions/memory.ts';
import type { SchemaFile } from '../schema/schema-file.ts';
import { today } from '../schema/today.ts';
import { adaptAccessMethods } from './access-methods.ts';
import type { Adapter, Remark } from './adaptation.ts';
import { adaptCollations, findStandIns } from './collations.ts';
import { adaptDatabases } from './databases.ts';
import { adaptForeignData } from './foreign-data.ts';
import { adaptForeignKeys } from './foreign-keys.ts';
import { adaptLanguages } from './languages.ts';
import { leaveOut } from './left-out.ts';
import { adaptPartman, findPartmanSets } from './partman/adapter.ts';
import { adaptPrivileges } from './privileges.ts';
import { adaptRoles, findInventedRoles } from './roles.ts';
import type { ServerFacts } from './server-facts.ts';
import { adaptSettings } from './settings.ts';
import { adaptTablespaces } from './tablespaces.ts';

/** Everything that is done for a schema to load on a server of our own, in the order it is asked. Made anew for each load, since adapters remember. */
export function makeAdapters(facts: ServerFacts & { readonly files: readonly SchemaFile[] }, extensions: ExtensionMemory): readonly Adapter[] {
  return [
    adaptDatabases(),
    adaptTablespaces(),
    adaptRoles(facts),
    adaptPrivileges(facts),
    leaveOut(),
    adaptSettings(facts),
    adaptLanguages(facts.languages),
    adaptCollations(facts),
    adaptForeignData(facts),
    adaptAccessMethods(facts),
    adaptForeignKeys(facts),
    adaptPartman(facts, today()),
    adaptExtensions(facts, extensions),
  ];
}

/** What only the server knows when all is loaded. */
export async function findRemarks(connection: Connection): Promise<readonly Remark[]> {
  const found = [findInventedRoles(connection), findStandIns(connection), findPartmanSets(connection)];
  return (await Promise.all(found)).flat();
}
