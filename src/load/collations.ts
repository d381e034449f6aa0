import type { Connection } from '../database/server.ts';
import { as, type Node, walk } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import type { Adapter, Remark } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

const mark = 'stands in, made by planlint';

/** The machine's locales decide which collations there are: one that is not here is made after C's, under its name. */
export function adaptCollations({ collations }: Pick<ServerFacts, 'collations'>): Adapter {
  const known = new Set(collations);
  return ({ tree, sql }) => {
    const define = as(tree, 'DefineStmt');
    if (define?.kind === 'OBJECT_COLLATION' && define.definition !== undefined) {
      const name = spell(define.defnames);
      known.add(lastOf(define.defnames));
      return { sql: `DO $planlint$ BEGIN ${sql}; EXCEPTION WHEN OTHERS THEN ${toStandIn(name)} END $planlint$` };
    }
    const missing = findCollations(tree).filter((parts) => !known.has(lastOf(parts)));
    for (const parts of missing) known.add(lastOf(parts));
    return { prepare: missing.map((parts) => `DO $planlint$ BEGIN ${toStandIn(spell(parts))} EXCEPTION WHEN OTHERS THEN NULL; END $planlint$`) };
  };
}

export async function findStandIns(connection: Connection): Promise<readonly Remark[]> {
  const text = `SELECT collname AS name FROM pg_collation WHERE obj_description(oid, 'pg_collation') = '${mark}' ORDER BY collname`;
  const [reply] = await connection.run([{ text }]);
  const rows = reply === undefined || 'error' in reply ? [] : reply.rows;
  const message = 'not on this machine: texts are in the order of their bytes, which ranges of texts depend on';
  return rows.map((row) => ({ noun: 'collation', name: String(row['name']), message }));
}

function findCollations(tree: Node): readonly (readonly Node[])[] {
  const found: (readonly Node[])[] = [];
  walk(tree, (kind, fields) => {
    const { collClause, collname, collation } = fields as { collClause?: { collname?: Node[] }; collname?: Node[]; collation?: Node[] };
    for (const parts of [collClause?.collname, kind === 'CollateClause' ? collname : undefined, collation])
      if (Array.isArray(parts)) found.push(parts);
    return true;
  });
  return found;
}

function toStandIn(name: string): string {
  return `CREATE COLLATION ${name} (provider = libc, locale = 'C'); COMMENT ON COLLATION ${name} IS '${mark}';`;
}

function lastOf(parts: readonly Node[] | undefined): string {
  return as(parts?.at(-1), 'String')?.sval ?? '';
}

function spell(parts: readonly Node[] | undefined): string {
  return (parts ?? []).map((part) => quoteName(as(part, 'String')?.sval ?? '')).join('.');
}
