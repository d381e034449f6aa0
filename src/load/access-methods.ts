import { as } from '../sql/parse.ts';
import { readToken, skipBlanks, tokensOf, wordOf } from '../sql/tokens.ts';
import type { Adaptation, Adapter } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

/** Tables that another way of storing rows keeps in production are heaps here: which leaves are read does not depend on it. */
export function adaptAccessMethods({ accessMethods }: Pick<ServerFacts, 'accessMethods'>): Adapter {
  const isMissing = (name: string | undefined): name is string => name !== undefined && name !== '' && !accessMethods.includes(name);
  return ({ tree, sql }) => {
    const created = as(tree, 'CreateStmt')?.accessMethod ?? as(tree, 'CreateTableAsStmt')?.into?.accessMethod;
    if (isMissing(created)) return { sql: withoutUsing(sql, created), ...say(created) };
    const made = as(tree, 'CreateAmStmt')?.amname;
    if (isMissing(made)) return { sql: null, ...say(made) };
    const [command, ...others] = as(tree, 'AlterTableStmt')?.cmds ?? [];
    const { subtype, name } = as(command, 'AlterTableCmd') ?? {};
    return subtype === 'AT_SetAccessMethod' && isMissing(name) && others.length === 0 ? { sql: null, ...say(name) } : null;
  };
}

function say(name: string): Adaptation {
  return { remarks: [{ noun: 'access method', name, message: 'not on this server, so its tables are stored as ordinary ones' }] };
}

/** Blanks take the clause's place, so that every position stays. */
function withoutUsing(sql: string, method: string): string {
  for (const token of tokensOf(sql)) {
    if (token.kind !== 'name' || wordOf(sql, token) !== 'using') continue;
    const named = readToken(sql, skipBlanks(sql, token.end));
    if (wordOf(sql, named).replaceAll('"', '') !== method.toLowerCase()) continue;
    return sql.slice(0, token.start) + ' '.repeat(named.end - token.start) + sql.slice(named.end);
  }
  return sql;
}
