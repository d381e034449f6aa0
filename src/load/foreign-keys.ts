import { as, type Fields } from '../sql/parse.ts';
import { quoteName, quoteText } from '../sql/quote.ts';
import type { Adapter } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

/**
 * A key from one partitioned table to another is checked once for each leaf, by a query that is planned over all leaves of the other: over some hundred leaves
 * of each this takes minutes, rows or none. Such a key is added unchecked and then marked as checked, which leaves the same catalogue. Before 18 PostgreSQL has
 * no unchecked keys of partitioned tables.
 */
export function adaptForeignKeys({ major }: Pick<ServerFacts, 'major'>): Adapter {
  const partitioned = new Set<string>();
  return ({ tree, sql }) => {
    const create = as(tree, 'CreateStmt');
    if (create?.partspec !== undefined) partitioned.add(nameOf(create.relation));
    const alter = as(tree, 'AlterTableStmt');
    const key = findAddedKey(alter);
    if (major < 18 || key?.conname === undefined || key.skip_validation === true || /\benforced\b/i.test(sql)) return null;
    if (!partitioned.has(nameOf(alter?.relation)) || !partitioned.has(nameOf(key.pktable))) return null;
    return { sql: `${sql} NOT VALID`, follow: [toMark(nameOf(alter?.relation), key.conname)] };
  };
}

function findAddedKey(alter: Fields<'AlterTableStmt'> | undefined): Fields<'Constraint'> | null {
  const [command, ...others] = alter?.cmds ?? [];
  const { subtype, def } = as(command, 'AlterTableCmd') ?? {};
  const constraint = as(def, 'Constraint');
  const isKey = subtype === 'AT_AddConstraint' && constraint?.contype === 'CONSTR_FOREIGN' && others.length === 0;
  return isKey ? constraint : null;
}

/** As SQL spells it. */
function nameOf(relation: Fields<'RangeVar'> | undefined): string {
  const { schemaname, relname = '' } = relation ?? {};
  return [schemaname, relname].flatMap((name) => (name === undefined ? [] : quoteName(name))).join('.');
}

function toMark(table: string, key: string): string {
  return `WITH RECURSIVE added AS (
      SELECT oid FROM pg_catalog.pg_constraint WHERE conrelid = ${quoteText(table)}::pg_catalog.regclass AND conname = ${quoteText(key)}
      UNION ALL SELECT below.oid FROM pg_catalog.pg_constraint below JOIN added ON below.conparentid = added.oid)
    UPDATE pg_catalog.pg_constraint SET convalidated = true WHERE oid IN (SELECT oid FROM added)`;
}
