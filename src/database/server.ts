import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { UserError } from '../errors.ts';
import { isDamage } from './damage.ts';
import type { Command, Row } from './database.ts';
import { toSettingError } from './settings.ts';

/** Where a server listens. A host that begins with `/` is the folder of a unix socket. */
export interface Address {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password?: string;
}

/** A command, and how it travels. */
export interface Message extends Command {
  /** Over the simple protocol, which takes what the extended one refuses: several commands in one text, and COPY. Never for a text that is to be judged. */
  readonly simple?: boolean;
  /** What a `COPY … FROM stdin` reads. */
  readonly copyData?: string;
}

/** What a server that is not planlint's own asks for before it takes a connection. */
export interface Access {
  readonly tls: ConnectionOptions | null;
  /** TLS from the first byte on, rather than asked for. */
  readonly isDirect: boolean;
  /** The password has to be bound to the TLS connection, or it is not sent. */
  readonly bindsChannel: boolean;
  /** Called where the server asks for the password; may throw. */
  readonly password: () => string;
  readonly applicationName: string;
  /** Options of the server's command line. */
  readonly options: string;
  /** In milliseconds; 0 waits for ever. */
  readonly timeout: number;
  /** In milliseconds, after which a silent connection is probed; `null` for never. */
  readonly keepAlive: number | null;
}

export interface ServerError {
  readonly sqlstate: string;
  readonly message: string;
  readonly detail: string | null;
  readonly hint: string | null;
  /** Where the server was when it failed: the line of COPY data, the function. */
  readonly context: string | null;
  /** In code points from 1, in the text of the command. */
  readonly position: number | null;
}

export type Reply = { readonly rows: readonly Row[] } | { readonly error: ServerError };

/** Why no reply came: this run took too long, or one in front of it did, or the server is gone. */
export type Loss = 'overdue' | 'behind' | 'gone';

export class ConnectionLost extends Error {
  readonly loss: Loss;
  /** How many messages of the run had their reply by then. */
  readonly answered: number;
  constructor(loss: Loss, answered: number, cause: unknown) {
    super('connection lost', { cause });
    this.loss = loss;
    this.answered = answered;
  }
}

/** One session of a server. Runs may overlap: they are sent at once and answered in turn. */
export interface Connection {
  /** As `server_version` says, without the packager's addition. */
  readonly version: string;
  isLost(): boolean;
  /**
   * Sends all messages in one write. Each is a transaction of its own unless one of them begins one. Rejects with `ConnectionLost`, also where one reply
   * takes longer than `patience`, in milliseconds; 0 waits for ever.
   */
  run(messages: readonly Message[], patience?: number): Promise<readonly Reply[]>;
  /** Ends the session; runs that wait for replies are lost. */
  end(): Promise<void>;
}

/** Opens a session whose settings survive RESET and DISCARD. Throws a `UserError` where the server refuses a setting, and the driver's error otherwise. */
export async function connect(address: Address, settings: Readonly<Record<string, string>>): Promise<Connection> {
  return openClient({ ...address, ssl: false, options: toOptions(settings) }).catch((error) => {
    throw toSettingFault(error) ?? error;
  });
}

/** Opens a session on a server of the user's. Throws the driver's error, or what `password` throws. */
export function connectAs(address: Address, access: Access): Promise<Connection> {
  const { tls, isDirect, bindsChannel, applicationName, timeout, keepAlive, options, password } = access;
  const config = {
    ...address,
    ssl: tls ?? false,
    ...(isDirect ? { sslnegotiation: 'direct' as const } : {}),
    enableChannelBinding: bindsChannel,
    application_name: applicationName,
    options,
    password,
    connectionTimeoutMillis: timeout,
    keepAlive: keepAlive !== null,
    keepAliveInitialDelayMillis: keepAlive ?? 0,
  };
  return openClient(config, bindsChannel ? requireChannelBinding : undefined);
}

async function openClient(config: pg.ClientConfig, guard?: (wire: Wire) => void): Promise<Connection> {
  // The driver takes from the environment what is not said.
  const client = new pg.Client({ sslnegotiation: 'postgres', ...config, pipeline: true, types: { getTypeParser } } as pg.ClientConfig);
  const wire = client.connection as unknown as Wire;
  guard?.(wire);
  let version = '';
  wire.on('parameterStatus', ({ parameterName, parameterValue }) => {
    if (parameterName === 'server_version') version = parameterValue.split(' ')[0] ?? '';
  });
  // Every loss reaches the run that waits for a reply; without a listener the event would end the process.
  client.on('error', () => {});
  await client.connect();
  return toConnection(client, wire, version);
}

/** The server is not told the password, nor believed, where it cannot prove that it is the other end of the TLS connection. */
function requireChannelBinding(wire: Wire): void {
  let isBound = false;
  const refuse = () => {
    wire.stream.destroy();
    wire.emit('error', new Error('the server does not offer channel binding'));
  };
  wire.on('authenticationSASL', ({ mechanisms }) => {
    isBound = mechanisms?.includes('SCRAM-SHA-256-PLUS') === true;
    if (!isBound) refuse();
  });
  for (const event of ['authenticationCleartextPassword', 'authenticationMD5Password']) wire.on(event, refuse);
  wire.on('authenticationOk', () => {
    if (!isBound) refuse();
  });
}

/** True for errors of `connect` that pass by themselves: the server starts, stops, or has no room just now. */
export function isPassing(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return passing.has(code ?? '') || /^Connection terminated/.test(message ?? '');
}

/** True for errors of `connect` that the server sent, rather than the system in between. */
export function isServerSide(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}

const passing = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', '57P03', '57P01', '57P02', '53300']);

/** The parts of pg's connection that its types leave out. */
interface Wire {
  on(event: string, listener: (message: { parameterName: string; parameterValue: string; mechanisms?: readonly string[] }) => void): void;
  emit(event: 'error', error: Error): void;
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
}

interface CopyWire {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

interface Run {
  readonly patience: number;
  fail(loss: Loss, cause: unknown): void;
}

function toConnection(client: pg.Client, wire: Wire, version: string): Connection {
  const waiting: Run[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isLost = false;

  const watch = () => {
    clearTimeout(timer);
    const patience = waiting[0]?.patience ?? 0;
    if (patience > 0) timer = setTimeout(() => lose('overdue', null), patience);
  };
  const lose = (first: Loss, cause: unknown) => {
    isLost = true;
    clearTimeout(timer);
    wire.stream.destroy();
    for (const [index, run] of waiting.splice(0).entries()) run.fail(index === 0 || first === 'gone' ? first : 'behind', cause);
  };
  // What the server says when no reply is due comes before the end.
  let last: unknown = null;
  client.on('error', (error) => {
    last = error;
  });
  client.on('end', () => lose('gone', last));

  return {
    version,
    isLost: () => isLost,
    run(messages, patience = 0) {
      return new Promise((resolve, reject) => {
        if (isLost) return reject(new ConnectionLost('gone', 0, null));
        const replies: Reply[] = [];
        const run = { patience, fail: (loss: Loss, cause: unknown) => reject(new ConnectionLost(loss, replies.length, cause)) };
        waiting.push(run);
        if (waiting.length === 1) watch();
        wire.stream.cork();
        for (const message of messages) {
          send(client, message, (reply) => {
            if (isLost) return;
            if (reply instanceof Error) return lose('gone', reply);
            if (replies.push(reply) === messages.length) {
              waiting.shift();
              resolve(replies);
            }
            watch();
          });
        }
        wire.stream.uncork();
      });
    },
    async end() {
      if (waiting.length > 0) lose('gone', null);
      if (!isLost) await client.end();
    },
  };
}

function send(client: pg.Client, message: Message, done: (reply: Reply | Error) => void): void {
  const { text, values = [], types, simple = false, copyData } = message;
  const config = {
    text,
    ...(simple ? {} : { queryMode: 'extended', values: [...values] }),
    // pg takes the parameters' types and the parsers of the results from one field.
    ...(types === undefined ? {} : { types: Object.assign([...types], { getTypeParser }) }),
  };
  const query = new pg.Query(config, (error, result) => {
    if (error === undefined || error === null) done({ rows: result.rows ?? [] });
    else if (error instanceof pg.DatabaseError && !endsSession(error)) done({ error: toServerError(error) });
    else done(error);
  });
  if (copyData !== undefined) {
    const handleCopyInResponse = (copy: CopyWire) => {
      copy.sendCopyFromChunk(Buffer.from(copyData));
      copy.endCopyFrom();
    };
    Object.assign(query, { handleCopyInResponse });
  }
  client.query(query);
}

/** Types whose values are parsed: bool, int2, int4, oid, json, jsonb, and arrays of them. All others stay text. */
const parsed = new Set([16, 21, 23, 26, 114, 3802, 1000, 1005, 1007, 1028, 199, 3807]);

const asText = (value: string) => value;

/** EXPLAIN ANALYZE of a MERGE is of type json, and yet none. */
function parseJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}

const json = 114;

const getTypeParser = ((oid: number) =>
  oid === json ? parseJson : parsed.has(oid) ? pg.types.getTypeParser(oid, 'text') : asText) as typeof pg.types.getTypeParser;

function endsSession(error: pg.DatabaseError): boolean {
  return error.severity === 'FATAL' || error.severity === 'PANIC' || /^57P0[1-5]$/.test(error.code ?? '');
}

function toServerError(error: pg.DatabaseError): ServerError {
  return {
    sqlstate: error.code ?? 'XX000',
    message: error.message,
    detail: error.detail ?? null,
    hint: error.hint ?? null,
    context: error.where ?? null,
    position: error.position === undefined ? null : Number(error.position),
  };
}

/** Settings as the server's command line takes them, which makes them the session's defaults. */
function toOptions(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\\s]/g, '\\$&')}`)
    .join(' ');
}

/** SQLSTATE classes with which a server refuses a setting: its name, its value, or the moment. A library that a setting names is a file that cannot be accessed. */
function toSettingFault(error: unknown): UserError | null {
  if (!(error instanceof pg.DatabaseError) || isDamage(error.code ?? '', error.message)) return null;
  const isSetting = /^(22|42|55)/.test(error.code ?? '') || /^could not access file /.test(error.message);
  return isSetting ? toSettingError(error, error.hint) : null;
}
