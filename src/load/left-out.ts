import { as } from '../sql/parse.ts';
import type { Adaptation, Adapter } from './adaptation.ts';
import { objectTypeOf, type SchemaStatement } from './schema-statement.ts';

/** Statements that reach outside the database, or that nothing which is planned depends on. */
export function leaveOut(): Adapter {
  const triggers: string[] = [];
  return (statement) => {
    const { kind, tree, sql } = statement;
    const schema = as(tree, 'CreateSchemaStmt');
    // Every database has it, and a dump of that schema alone creates it nevertheless.
    if (schema?.schemaname === 'public') return { sql: sql.replace(/^create\s+schema\s+(?!if\b)/i, 'CREATE SCHEMA IF NOT EXISTS ') };
    const trigger = as(tree, 'CreateEventTrigStmt')?.trigname;
    if (trigger !== undefined) triggers.push(trigger);
    if (typeOf(statement) === 'OBJECT_EVENT_TRIGGER') return { sql: null };
    if (fires.has(kind) && triggers.length > 0) {
      const message = 'does not fire while the schema loads: what it would do to the tables that come after it is missing';
      return { remarks: triggers.splice(0).map((name) => ({ noun: 'event trigger', name, message })) };
    }
    return findOutside(statement);
  };
}

/** What an event trigger usually waits for. */
const fires = new Set(['CreateStmt', 'CreateTableAsStmt', 'CreateForeignTableStmt']);

function findOutside(statement: SchemaStatement): Adaptation | null {
  const { kind, tree } = statement;
  if (typeOf(statement) === 'OBJECT_SUBSCRIPTION') return { sql: null };
  if (kind === 'AlterSystemStmt')
    return { sql: null, ...say('setting', as(tree, 'AlterSystemStmt')?.setstmt?.name, 'of the whole server, and left as it is') };
  const provider = as(tree, 'SecLabelStmt');
  if (provider === undefined) return null;
  return { sql: null, ...say('security label', provider.provider, 'left out, as nothing here gives labels a meaning') };
}

function say(noun: string, name = 'without a provider', message: string): Adaptation {
  return { remarks: [{ noun, name, message }] };
}

const types: Readonly<Record<string, string>> = {
  CreateEventTrigStmt: 'OBJECT_EVENT_TRIGGER',
  AlterEventTrigStmt: 'OBJECT_EVENT_TRIGGER',
  CreateSubscriptionStmt: 'OBJECT_SUBSCRIPTION',
  AlterSubscriptionStmt: 'OBJECT_SUBSCRIPTION',
  DropSubscriptionStmt: 'OBJECT_SUBSCRIPTION',
};

/** The type of the object that the statement is about. */
function typeOf(statement: SchemaStatement): string | undefined {
  return types[statement.kind] ?? objectTypeOf(statement);
}
