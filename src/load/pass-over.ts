import type { ServerError } from '../database/server.ts';
import { type ExtensionMemory, findCause } from '../extensions/memory.ts';
import { isPardonable, isPardonableData, pardonForExtension, toDataStatement } from '../extensions/pardon.ts';
import type { Piece } from '../sql/split.ts';
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

/** A statement as it was sent; rows are parsed only once they are refused. */
interface Sent {
  readonly statement: SchemaStatement | null;
  readonly piece: Pick<Piece, 'sql'>;
}

/** Decides what a load can do without. */
export interface Pardon {
  /** Whether there is any error that the statement would be passed over for. */
  isForgivable(sent: Sent): boolean;
  /** What passing over the refused statement leaves out, or `null` where the load has to end. */
  forgive(sent: Sent, error: ServerError): Account | null;
  /** The missing extension that an error is about. */
  findCause(error: ServerError): string | null;
}

export function makePardon(extensions: ExtensionMemory): Pardon {
  return {
    isForgivable({ statement, piece }) {
      if (statement === null) return isPardonableData(piece.sql, extensions);
      return kinds.has(statement.kind) || isPardonable(statement, extensions);
    },
    forgive({ statement, piece }, error) {
      const refused = statement ?? toDataStatement(piece.sql);
      if (refused === null) return null;
      const reason = reasons.find(
        ({ kinds, sqlstate, message }) => kinds.includes(refused.kind) && sqlstate === error.sqlstate && message.test(error.message),
      );
      return reason?.explain(refused, error) ?? pardonForExtension(refused, error, extensions);
    },
    findCause: (error) => findCause(extensions, error),
  };
}
