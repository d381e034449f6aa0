import type { CallSite } from './call-site.ts';
import { type Calls, quietly } from './calls.ts';

type Method = (this: object, ...given: unknown[]) => unknown;

/** A class of the driver's, whose methods are put in place of. */
interface Class {
  readonly prototype: Record<string, Method>;
}

interface Message {
  readonly processID: number;
  readonly secretKey: number;
}

/** The parts of pg's client that are looked at. */
interface Client {
  readonly processID?: number | null;
  readonly secretKey?: number | null;
  readonly connection?: { once(event: 'backendKeyData', listener: (message: Message) => void): void };
}

interface Call {
  readonly sql: string;
  readonly site: CallSite | null;
}

/** Follows the calls of pg and of pg-pool; the second hands what it is given to the first when it has a session. */
export interface NodePostgres {
  followClient(client: Class): void;
  followPool(pool: Class): void;
}

export function followNodePostgres(calls: Calls): NodePostgres {
  /** Where the call comes from that is being handed on. */
  let handed: (() => CallSite | null) | null = null;
  /** Calls of clients that have no session yet. */
  const early = new WeakMap<object, Call[]>();

  const within = <T>(locate: () => CallSite | null, action: () => T): T => {
    const before = handed;
    handed = locate;
    try {
      return action();
    } finally {
      handed = before;
    }
  };

  const note = (client: Client, given: unknown, locate: () => CallSite | null): void => {
    const sql = textOf(given);
    if (sql === null) return;
    const call = { sql, site: locate() };
    const { processID, secretKey } = client;
    const waiting = early.get(client);
    if (typeof processID === 'number' && typeof secretKey === 'number') calls.tell({ id: processID, secret: secretKey }, sql, call.site);
    else if (waiting !== undefined) waiting.push(call);
    else {
      const list = [call];
      early.set(client, list);
      client.connection?.once('backendKeyData', (message) => {
        for (const one of list) calls.tell({ id: message.processID, secret: message.secretKey }, one.sql, one.site);
        early.delete(client);
      });
    }
  };

  return {
    followClient({ prototype }) {
      const { query } = prototype;
      if (query === undefined) return;
      prototype['query'] = function followed(...given) {
        quietly(() => note(this, given[0], handed ?? calls.locate(followed)));
        return query.apply(this, given);
      };
    },
    followPool({ prototype }) {
      const { query, connect } = prototype;
      if (query === undefined || connect === undefined) return;
      prototype['query'] = function followed(...given) {
        return within(handed ?? calls.locate(followed), () => query.apply(this, given));
      };
      // The pool asks itself for a client, and gives what it was called with to that one.
      prototype['connect'] = function followed(...given) {
        const [callback] = given;
        if (handed === null || typeof callback !== 'function') return connect.apply(this, given);
        const locate = handed;
        return connect.call(this, function resumed(this: unknown, ...result: unknown[]) {
          return within(locate, () => callback.apply(this, result));
        });
      };
    },
  };
}

/** The text of what `query` takes: a text, an object that has it, or one that submits itself, as cursors and streams do. */
function textOf(given: unknown): string | null {
  if (typeof given === 'string') return given;
  const { text, cursor } = given as { readonly text?: unknown; readonly cursor?: { readonly text?: unknown } };
  if (typeof text === 'string') return text;
  return typeof cursor?.text === 'string' ? cursor.text : null;
}
