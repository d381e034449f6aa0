import type { Reply } from './server.ts';

/** Pages and indexes that hold garbage. */
const corrupted = new Set(['XX001', 'XX002']);

const ownFile = /^could not \w+ (?:relation mapping )?file "(?:base|global|pg_\w+)\/|^"base\/\d+" is not a valid data directory/;

/** True if the server's own files are gone or damaged. Files that a statement names are not the server's own. */
export function isDamage(sqlstate: string, message: string): boolean {
  return corrupted.has(sqlstate) || ownFile.test(message);
}

/** True if one of the replies tells of damage. */
export function isDamaged(replies: readonly Reply[]): boolean {
  return replies.some((reply) => 'error' in reply && isDamage(reply.error.sqlstate, reply.error.message));
}
