import type { Connection } from '../database/server.ts';
import { UserError } from '../errors.ts';
import type { Given } from './keywords.ts';

/** What a server has to be for the session to go there. */
const conditions = {
  any: 'true',
  'read-write': "current_setting('transaction_read_only') = 'off'",
  'read-only': "current_setting('transaction_read_only') = 'on'",
  primary: 'NOT pg_is_in_recovery()',
  standby: 'pg_is_in_recovery()',
} as const;

export type Target = keyof typeof conditions;

/** What is looked for, and what next where no host is that. */
export function toTargets({ target_session_attrs: target = 'any' }: Given): readonly Target[] {
  if (target === 'prefer-standby') return ['standby', 'any'];
  if (Object.hasOwn(conditions, target)) return [target as Target];
  const hint = `choose one of ${Object.keys(conditions).join(', ')}, prefer-standby`;
  throw new UserError('usage', `target_session_attrs=${target} is not known`, { hint });
}

export async function isWanted(connection: Connection, target: Target): Promise<boolean> {
  if (target === 'any') return true;
  const [reply] = await connection.run([{ text: `SELECT ${conditions[target]} AS wanted` }]);
  return reply !== undefined && 'rows' in reply && reply.rows[0]?.['wanted'] === true;
}
