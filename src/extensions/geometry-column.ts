import type { SchemaStatement } from '../load/schema-statement.ts';
import { quoteName } from '../sql/quote.ts';
import { findCalls } from './calls.ts';

/** `SELECT AddGeometryColumn('place', 'at', 4326, 'POINT', 2)` as the ALTER TABLE that it stands for, or `null` for any other statement. */
export function toGeometryColumn(statement: SchemaStatement): string | null {
  if (!/\baddgeometrycolumn\b/i.test(statement.sql)) return null;
  const [call, ...others] = findCalls(statement);
  if (call?.called.name !== 'addgeometrycolumn' || others.length > 0) return null;
  // The names come before the number of the reference system: catalogue and schema, where they are given, then table and column.
  const names = call.texts.slice(0, call.texts.indexOf(null)).flatMap((name) => name ?? []);
  const [column, table, schema = ''] = names.toReversed();
  if (column === undefined || table === undefined) return null;
  return `ALTER TABLE ${schema === '' ? '' : `${quoteName(schema)}.`}${quoteName(table)} ADD COLUMN ${quoteName(column)} geometry`;
}
