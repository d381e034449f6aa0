import { ofRelation } from '../sql/names.ts';
import { as } from '../sql/parse.ts';
import { quoteName } from '../sql/quote.ts';
import { type Adapter, unjudge } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

/** A wrapper that is not here is made without a handler, so that servers and tables of it can stand in the catalogue; planning must never connect. */
export function adaptForeignData({ extensions, wrappers }: Pick<ServerFacts, 'extensions' | 'wrappers'>): Adapter {
  const known = new Set([...wrappers, ...extensions]);
  const empty = new Set<string>();
  const hollow = new Set<string>();
  return ({ tree, sql }) => {
    const made = as(tree, 'CreateFdwStmt')?.fdwname;
    if (made !== undefined) {
      known.add(made);
      empty.add(made);
      // Its handler is a function of an extension's.
      return { sql: `CREATE FOREIGN DATA WRAPPER ${quoteName(made)}` };
    }
    const server = as(tree, 'CreateForeignServerStmt');
    const wrapper = server?.fdwname ?? '';
    if (server !== undefined && (empty.has(wrapper) || !known.has(wrapper))) {
      hollow.add(server.servername ?? '');
      const prepare = known.has(wrapper) ? [] : [toCreation(wrapper)];
      known.add(wrapper);
      empty.add(wrapper);
      const message = 'not on this server, so its foreign tables are there, and cannot be planned on';
      return { prepare, remarks: [{ noun: 'foreign data wrapper', name: wrapper, message }] };
    }
    const table = as(tree, 'CreateForeignTableStmt');
    const isHollow = hollow.has(table?.servername ?? '');
    const local = sql.replace(/\b(use_remote_estimate\s+)'(?:true|on|yes|1)'/i, "$1'false'");
    if (!isHollow) return table !== undefined || server !== undefined || /^alter\s+(?:server|foreign)/i.test(sql) ? { sql: local } : null;
    return { unjudged: unjudge(ofRelation(table?.base?.relation), 'is a foreign table whose wrapper this server does not have') };
  };
}

/** The extension of that name may have brought its stand-in already. */
function toCreation(wrapper: string): string {
  return `DO $planlint$ BEGIN CREATE FOREIGN DATA WRAPPER ${quoteName(wrapper)}; EXCEPTION WHEN duplicate_object THEN NULL; END $planlint$`;
}
