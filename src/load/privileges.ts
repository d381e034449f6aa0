import { as } from '../sql/parse.ts';
import type { Adapter } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

/** MAINTAIN came with 17, and dumps of it grant it in lists; no statement that is planned needs it. */
export function adaptPrivileges({ major }: Pick<ServerFacts, 'major'>): Adapter {
  return ({ tree, sql }) => {
    const { privileges = [] } = as(tree, 'GrantStmt') ?? as(tree, 'AlterDefaultPrivilegesStmt')?.action ?? {};
    const isNew = privileges.map((one) => as(one, 'AccessPriv')?.priv_name === 'maintain');
    if (major >= 17 || !isNew.includes(true)) return null;
    return { sql: isNew.includes(false) ? sql.replace(/\bmaintain\s*,|,\s*maintain\b/i, '') : null };
  };
}
