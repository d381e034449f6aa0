import type { ServerError } from '../database/server.ts';
import { type ExtensionMemory, findCause } from '../extensions/memory.ts';
import { isPardonable, isPardonableData, pardonForExtension } from '../extensions/pardon.ts';
import { as, lastName } from '../sql/parse.ts';
import type { Piece } from '../sql/split.ts';
import type { Account } from './adaptation.ts';
import { parseAny, type SchemaStatement } from './schema-statement.ts';

/** Why a statement that the server refused is passed over. Never for one that makes or attaches a table. */
export interface Reason {
  /** Of the tree's root: `RefreshMatViewStmt`. */
  readonly kinds: readonly string[];
  /** `null` for any. */
  readonly sqlstate: string | null;
  readonly message: RegExp;
  /** What is left out by it. */
  explain(statement: SchemaStatement, error: ServerError): Account;
}

const reasons: readonly Reason[] = [
  // Made by a DO block that came before.
  { kinds: ['CreateRoleStmt'], sqlstate: '42710', message: /^role ".*" already exists$/, explain: () => ({}) },
  {
    kinds: ['VariableSetStmt'],
    sqlstate: '22023',
    message: /^invalid value for parameter/,
    explain: (_, { message }) => toAccount('setting', quoted(message), 'of a value that this server does not take, so left as it is'),
  },
  {
    kinds: ['RefreshMatViewStmt'],
    sqlstate: null,
    message: /./,
    explain: ({ tree }, { message }) =>
      toAccount('materialized view', as(tree, 'RefreshMatViewStmt')?.relation?.relname ?? '', `left without rows and statistics: ${message}`),
  },
  {
    kinds: ['DefineStmt'],
    sqlstate: 'F0000',
    message: /^could not open (?:dictionary|affix|stop-word|thesaurus|synonym|dictionary)? ?file|^could not open .* file/,
    explain: ({ tree }) => toAccount('text search dictionary', lastName(as(tree, 'DefineStmt')?.defnames), 'not made, as its files are not here'),
  },
  {
    kinds: ['AlterTSConfigurationStmt'],
    sqlstate: '42704',
    message: /^text search dictionary ".*" does not exist$/,
    explain: ({ tree }) => toAccount('text search configuration', lastName(as(tree, 'AlterTSConfigurationStmt')?.cfgname), 'lacks a dictionary'),
  },
  {
    kinds: ['LoadStmt'],
    sqlstate: '58P01',
    message: /^could not access file/,
    explain: ({ tree }) => toAccount('library', as(tree, 'LoadStmt')?.filename ?? '', 'not on this server'),
  },
  {
    kinds: ['ImportForeignSchemaStmt'],
    sqlstate: null,
    message: /./,
    explain: ({ tree }) =>
      toAccount('foreign schema', as(tree, 'ImportForeignSchemaStmt')?.remote_schema ?? '', 'not imported, as no other server is reached from here'),
  },
];

function toAccount(noun: string, name: string, message: string): Account {
  return { remarks: [{ noun, name, message }] };
}

function quoted(message: string): string {
  return /"([^"]*)"/.exec(message)?.[1] ?? '';
}

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
      const refused = statement ?? parseAny(piece.sql);
      if (refused === null) return null;
      const reason = reasons.find(
        ({ kinds, sqlstate, message }) =>
          kinds.includes(refused.kind) && (sqlstate === null || sqlstate === error.sqlstate) && message.test(error.message),
      );
      return reason?.explain(refused, error) ?? pardonForExtension(refused, error, extensions);
    },
    findCause: (error) => findCause(extensions, error),
  };
}
