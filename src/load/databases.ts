import { as } from '../sql/parse.ts';
import type { Adapter } from './adaptation.ts';
import { objectTypeOf } from './schema-statement.ts';

/** What makes, changes or drops whole databases: there is one only, under a name of its own. */
const whole = new Set(['CreatedbStmt', 'DropdbStmt', 'AlterDatabaseStmt', 'AlterDatabaseRefreshCollStmt']);

/** Settings of a database that decide what statements mean and how they are planned. */
const deciding = /^(?:search_path|datestyle|intervalstyle|constraint_exclusion|plan_cache_mode|enable_\w+|\w+_cost|\w+_collapse_limit)$/;

const first = /^(alter\s+database\s+)(?:"(?:[^"]|"")*"|[^\s"]+)/i;
const inside = /(\bin\s+database\s+)(?:"(?:[^"]|"")*"|[^\s"]+)/i;

/** A dump names the database that it is of; of what it says of it, settings that decide plans are those of the one here. */
export function adaptDatabases(): Adapter {
  return (statement) => {
    const { kind, tree, sql } = statement;
    if (whole.has(kind) || objectTypeOf(statement) === 'OBJECT_DATABASE') return { sql: null };
    const alter = as(tree, 'AlterDatabaseSetStmt');
    if (alter !== undefined) return { sql: deciding.test(alter.setstmt?.name ?? '') ? sql.replace(first, '$1postgres') : null };
    return as(tree, 'AlterRoleSetStmt')?.database === undefined ? null : { sql: sql.replace(inside, '$1postgres') };
  };
}
