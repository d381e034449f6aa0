import type { Catalog } from '../catalog/catalog.ts';
import type { Database, Refusal } from '../database/database.ts';
import type { StatementKind } from '../sql/statement-text.ts';

interface Circumstances {
  readonly kind: StatementKind;
  readonly engine: Database['engine'];
  readonly catalog: Catalog;
}

/** Why a statement that names what is there cannot be planned all the same, and what to do about it; `null` for every other refusal. */
export function reachBehind({ sqlstate, message }: Refusal, { kind, engine, catalog }: Circumstances): string | null {
  // On a server of planlint's own the rights are those of the schema, and a statement that lacks one is at fault.
  if (sqlstate === '42501' && engine === 'server') return `${message}: ${toGrant(message, kind)}`;
  return sqlstate === '42P01' ? findElsewhere(message, catalog) : null;
}

/** EXPLAIN wants the rights that the statement itself wants. */
function toGrant(message: string, kind: StatementKind): string {
  const [, what = '', name = '…'] = /^permission denied for (\w+(?: \w+)?) (\S+)$/.exec(message) ?? [];
  const rights: Readonly<Record<string, string>> = {
    schema: `GRANT USAGE ON SCHEMA ${name}`,
    function: `GRANT EXECUTE ON FUNCTION ${name}`,
    sequence: `GRANT USAGE ON SEQUENCE ${name}`,
    type: `GRANT USAGE ON TYPE ${name}`,
  };
  const right = rights[what] ?? `GRANT ${kind === 'select' ? 'SELECT' : `SELECT, ${kind.toUpperCase()}`} ON ${name}`;
  return `${right} to the role that planlint plans as, or name another with --set role=…`;
}

/** A relation of that name in a schema that the session does not look in. */
function findElsewhere(message: string, { partitions, views, tables }: Catalog): string | null {
  const name = /^relation "([^".]+)" does not exist$/.exec(message)?.[1];
  if (name === undefined) return null;
  const found = [...partitions.keys(), ...views.keys(), ...tables].find((qualified) => qualified.endsWith(`.${name}`));
  if (found === undefined) return null;
  const schema = found.slice(0, -name.length - 1);
  return `${message}, and ${found} is out of reach: put ${schema} on the search path with --set search_path=…, or GRANT USAGE ON SCHEMA ${schema}`;
}
