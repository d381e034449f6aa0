import type { ServerError } from '../database/server.ts';
import type { Account } from './adaptation.ts';
import type { SchemaStatement } from './schema-statement.ts';

/** Why a statement that the server refused is passed over. Never for one that makes or attaches a table. */
export interface Reason {
  /** Of the tree's root: `RefreshMatViewStmt`. */
  readonly kinds: readonly string[];
  readonly sqlstate: string;
  readonly message: RegExp;
  /** What is left out by it. */
  explain(statement: SchemaStatement, error: ServerError): Account;
}

const reasons: readonly Reason[] = [
  // Made by a DO block that came before.
  { kinds: ['CreateRoleStmt'], sqlstate: '42710', message: /^role ".*" already exists$/, explain: () => ({}) },
];

const kinds = new Set(reasons.flatMap((reason) => reason.kinds));

/** Whether there is any error that the statement would be passed over for. */
export function isForgivable({ kind }: SchemaStatement): boolean {
  return kinds.has(kind);
}

/** What passing over the refused statement leaves out, or `null` where the load has to end. */
export function forgive(statement: SchemaStatement, error: ServerError): Account | null {
  const reason = reasons.find(
    ({ kinds, sqlstate, message }) => kinds.includes(statement.kind) && sqlstate === error.sqlstate && message.test(error.message),
  );
  return reason?.explain(statement, error) ?? null;
}
