import type { Connection } from '../database/server.ts';
import { as } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import type { Adapter, Remark } from './adaptation.ts';
import type { SchemaStatement } from './schema-statement.ts';
import type { ServerFacts } from './server-facts.ts';

/** Tells roles made here from those that the schema makes. */
const mark = 'made by planlint';

/**
 * A dump of one database names the whole server's roles without making them: those that are not there yet are made before the statement that names them,
 * and a later CREATE ROLE gives such a role its attributes.
 */
export function adaptRoles({ roles }: Pick<ServerFacts, 'roles'>): Adapter {
  const own = new Set(roles);
  const declared = new Set(roles);
  const invented = new Set<string>();
  return (statement) => {
    const { kind, tree, sql } = statement;
    // A block asks whether the role is there, so that which of the two makes it is known to the server only.
    if (kind === 'DoStmt') for (const [, name = ''] of sql.matchAll(/\bcreate\s+(?:role|user)\s+"?(\w+)/gi)) declared.add(name);
    if (kind === 'TransactionStmt' && as(tree, 'TransactionStmt')?.kind === 'TRANS_STMT_ROLLBACK') invented.clear();
    if (changesOwn(statement, own)) return { sql: null };

    const created = as(tree, 'CreateRoleStmt')?.role;
    const named = namesOf(statement).filter((name) => name !== created && !own.has(name) && !invented.has(name));
    // PostgreSQL's own are the only ones of such names, and each major has more of them.
    const newer = kind === 'GrantRoleStmt' ? named.filter((name) => name.startsWith('pg_')) : [];
    if (newer.length > 0)
      return {
        sql: null,
        remarks: newer.map((name) => ({ noun: 'role', name, message: 'one that this PostgreSQL does not have, so granted to nobody' })),
      };
    for (const name of named) invented.add(name);
    const prepare = named.filter((name) => !declared.has(name)).map(toCreation);
    if (created !== undefined) {
      const isKnown = declared.has(created);
      declared.add(created);
      if (own.has(created) || isKnown) return { sql: null };
      if (invented.has(created)) return { prepare, sql: toAlteration(statement, created) };
    }
    const session = sessionRole(statement);
    // It has no rights to make anything with.
    if (session !== null && !declared.has(session)) return { sql: null };
    return { prepare };
  };
}

/** The roles that only the names in other statements brought about. */
export async function findInventedRoles(connection: Connection): Promise<readonly Remark[]> {
  const text = `SELECT rolname AS name FROM pg_roles WHERE shobj_description(oid, 'pg_authid') = '${mark}' ORDER BY rolname`;
  const [reply] = await connection.run([{ text }]);
  const rows = reply === undefined || 'error' in reply ? [] : reply.rows;
  return rows.map((row) => ({ noun: 'role', name: String(row['name']), message: 'not created by the schema, so made here without attributes' }));
}

/** What the running session needs of its own role is not for the schema to take away. */
function changesOwn({ tree }: SchemaStatement, own: ReadonlySet<string>): boolean {
  const rename = as(tree, 'RenameStmt');
  const renamed = rename?.renameType === 'OBJECT_ROLE' ? rename.subname : undefined;
  const name = as(tree, 'AlterRoleStmt')?.role?.rolename ?? as(tree, 'AlterRoleSetStmt')?.role?.rolename ?? renamed;
  return name !== undefined && own.has(name);
}

function namesOf({ tree, kind }: SchemaStatement): readonly string[] {
  const names = new Set<string>();
  if (kind === 'DropRoleStmt') return [];
  collect(tree, names);
  for (const role of as(tree, 'GrantRoleStmt')?.granted_roles ?? []) names.add(as(role, 'AccessPriv')?.priv_name ?? '');
  const comment = as(tree, 'CommentStmt') ?? as(tree, 'SecLabelStmt');
  if (comment?.objtype === 'OBJECT_ROLE') names.add(as(comment.object, 'String')?.sval ?? '');
  const session = sessionRole({ tree });
  if (session !== null) names.add(session);
  names.delete('');
  return [...names];
}

function collect(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  const { roletype, rolename } = value as { roletype?: string; rolename?: string };
  if (roletype === 'ROLESPEC_CSTRING' && rolename !== undefined) names.add(rolename);
  for (const field of Object.values(value)) collect(field, names);
}

/** The role that the session takes on. */
function sessionRole({ tree }: Pick<SchemaStatement, 'tree'>): string | null {
  const { kind, name = '', args } = as(tree, 'VariableSetStmt') ?? {};
  if (kind !== 'VAR_SET_VALUE' || !['role', 'session_authorization'].includes(name)) return null;
  const role = as(args?.[0], 'A_Const')?.sval?.sval ?? null;
  return role === 'none' ? null : role;
}

function toCreation(name: string): string {
  const role = quoteName(name);
  return `DO $planlint$ BEGIN CREATE ROLE ${role}; COMMENT ON ROLE ${role} IS '${mark}'; EXCEPTION WHEN OTHERS THEN NULL; END $planlint$`;
}

/** Memberships have statements of their own in a dump; ALTER ROLE takes every other option. */
function toAlteration({ sql, tree }: SchemaStatement, name: string): string {
  const options = as(tree, 'CreateRoleStmt')?.options ?? [];
  const role = quoteName(name);
  const isPlain = options.every((option) => !/members|addroleto|sysid/.test(as(option, 'DefElem')?.defname ?? ''));
  const alter = isPlain && options.length > 0 ? `${sql.replace(/^create\s+(?:role|user|group)/i, 'ALTER ROLE')}; ` : '';
  return `${alter}COMMENT ON ROLE ${role} IS NULL`;
}
