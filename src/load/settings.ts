import { as } from '../sql/parse.ts';
import type { Adapter } from './adaptation.ts';
import type { ServerFacts } from './server-facts.ts';

/** Settings that dumps begin with, of which no table depends on any. */
const harmless = /_timeout$|^(?:default_with_oids|row_security|xmloption|synchronize_seqscans|client_connection_check_interval|backslash_quote)$/;

/** The settings of a newer or changed server are passed over where this one does not know them. */
export function adaptSettings({ settings, accessMethods }: Pick<ServerFacts, 'settings' | 'accessMethods'>): Adapter {
  const known = new Set([...settings, 'role', 'session_authorization']);
  return ({ tree }) => {
    const { kind, name = '', args } = as(tree, 'VariableSetStmt') ?? {};
    if (kind === undefined || kind === 'VAR_SET_MULTI' || kind === 'VAR_RESET_ALL') return null;
    const setting = name.toLowerCase();
    // Every text is in UTF-8 by the time it is sent.
    if (setting === 'client_encoding') return { sql: null };
    if (!known.has(setting) && !setting.includes('.')) {
      if (harmless.test(setting)) return { sql: null };
      return { sql: null, remarks: [{ noun: 'setting', name, message: 'not known to this server, so left as it is' }] };
    }
    const value = as(args?.[0], 'A_Const')?.sval?.sval ?? '';
    return setting === 'default_table_access_method' && value !== '' && !accessMethods.includes(value) ? { sql: null } : null;
  };
}
