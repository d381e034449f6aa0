import type { SchemaState } from '../schema-state.ts';

/** One command for the server, sent over the extended protocol, which refuses a second command in the same text. */
export interface Command {
  readonly text: string;
  readonly values?: readonly (string | null)[];
  /** Type OIDs of the parameters, 0 where the server is to infer it. */
  readonly types?: readonly number[];
}

export type Row = Readonly<Record<string, unknown>>;

/** What PostgreSQL said when it refused a command. */
export interface Refusal {
  readonly sqlstate: string;
  readonly message: string;
  /** Offset in UTF-16 units from 0 in the refused command's text, `null` where the server names none. */
  readonly offset: number | null;
}

/** Whether a transaction may write rows, which its end takes back. */
export type TransactionAccess = 'read only' | 'read write';

/** Rows of each command, or the first refusal. */
export type Trial = { readonly rows: readonly (readonly Row[])[] } | { readonly refusal: Refusal };

/** A server with the schema loaded. Values come back as text, except JSON, booleans, integers up to 4 bytes and arrays of those. */
export interface Database {
  readonly engine: 'embedded' | 'server';
  /** A server of the user's: `ledger@db.example.com`. */
  readonly name: string | null;
  /** As `server_version` says: `18.4`. */
  readonly version: string;
  readonly major: number;
  /** Session settings that decide what is planned: timezone, search_path, role, and those the user set. */
  readonly settings: Readonly<Record<string, string>>;
  readonly state: SchemaState;
  /** Runs a query of planlint's own. A refusal is planlint's fault and throws. */
  query(text: string, values?: readonly (string | null)[]): Promise<readonly Row[]>;
  /** What `read` gives, which has to survive JSON, or gave before on the same schema under the same settings; `key` tells what is read. */
  recall<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** Runs commands that a user's text is part of, in a transaction of their own that is rolled back, read-only unless said otherwise, and resets the session. */
  attempt(commands: readonly Command[], access?: TransactionAccess): Promise<Trial>;
  close(): Promise<void>;
}
