import { type Fields, toFields } from './fields.ts';
import type { Take } from './frames.ts';

/** A parameter as it travels; `null` is SQL's NULL. */
export interface Raw {
  readonly bytes: Buffer | null;
  readonly isBinary: boolean;
}

/** A statement that a client had executed, or tried to. */
export interface Execution {
  readonly sql: string;
  /** Of the prepared statement; empty for an unnamed one. */
  readonly name: string;
  /** `null` where nothing was bound. */
  readonly values: readonly Raw[] | null;
  /** OIDs of the parameters' types, 0 where neither side said it. */
  readonly types: readonly number[];
  /** The server refused it. */
  readonly hasFailed: boolean;
  /** `null` where no end was seen. */
  readonly durationMs: number | null;
}

/** Both sides of a session. */
export interface Exchange {
  readonly fromClient: Take;
  readonly fromServer: Take;
  /** Tells of what was sent and never answered. */
  end(): void;
}

/** The types of messages that an exchange reads, of each side. */
export const followed = { client: 'QPBDECSFcf', server: '123tTnCIsEZG' } as const;

interface Prepared {
  readonly sql: string;
  readonly name: string;
  types: number[];
}

interface Bound {
  readonly name: string;
  readonly statement: string;
  readonly values: readonly Raw[];
}

interface Portal {
  readonly prepared: Prepared | undefined;
  readonly values: readonly Raw[] | null;
  isTold: boolean;
}

/** A name of something; `isStatement` for a prepared statement, else a portal. */
interface Named {
  readonly isStatement: boolean;
  readonly name: string;
}

/** What the server has yet to answer, in its order; `null` for what was too long to be kept, or is in another encoding than UTF-8. */
type Awaited =
  | { readonly kind: 'query'; readonly prepared: Prepared | null; readonly sent: number; hasFailed: boolean }
  | { readonly kind: 'parse'; readonly prepared: Prepared | null; readonly sent: number }
  | { readonly kind: 'bind'; readonly bound: Bound | null; readonly sent: number }
  | { readonly kind: 'execute'; readonly portal: string; readonly sent: number }
  | { readonly kind: 'describe' | 'close'; readonly named: Named }
  | { readonly kind: 'sync' | 'copied' };

/** Follows the extended and the simple protocol, and tells of each statement when its end is known; `null` is one that could not be kept. `now` is in milliseconds. */
export function followExchange(tell: (execution: Execution | null) => void, now: () => number): Exchange {
  // What the server holds: a name is taken, or given to another, when the server says so, and not by what it refuses or passes over.
  const statements = new Map<string, Prepared>();
  const portals = new Map<string, Portal>();
  const awaited: Awaited[] = [];
  /** The server reads COPY data, and passes over every Sync in between. */
  let isCopying = false;
  let lastEnd = 0;

  const report = (prepared: Prepared | null | undefined, values: Portal['values'], sent: number | null, hasFailed = false): void => {
    const end = now();
    // What is sent behind something else waits for it first.
    const durationMs = sent === null ? null : end - Math.max(sent, lastEnd);
    lastEnd = end;
    tell(prepared === null || prepared === undefined ? null : { ...prepared, values, hasFailed, durationMs });
  };
  const reportPortal = (portal: Portal | undefined, sent: number | null, hasFailed = false): void => {
    // A cursor's portal is executed once for each piece of its rows.
    if (portal?.isTold === true) return;
    if (portal !== undefined) portal.isTold = true;
    report(portal?.prepared, portal?.values ?? null, sent, hasFailed);
  };

  const first = (): Awaited | undefined => {
    while (awaited[0]?.kind === 'copied') awaited.shift();
    return awaited[0];
  };
  const toPortal = (bound: Bound): Portal => ({ prepared: statements.get(bound.statement), values: bound.values, isTold: false });
  const take = (one: Awaited): void => {
    // Only one without a name can have been another before.
    if (one.kind === 'parse') one.prepared === null ? statements.delete('') : statements.set(one.prepared.name, one.prepared);
    else if (one.kind === 'bind') one.bound === null ? portals.delete('') : portals.set(one.bound.name, toPortal(one.bound));
    else if (one.kind === 'close') (one.named.isStatement ? statements : portals).delete(one.named.name);
  };
  const answered = (kind: Awaited['kind']): void => {
    const one = first();
    if (one?.kind !== kind) return;
    awaited.shift();
    take(one);
  };

  /** The server refuses the first that it has to answer, and passes over the rest until the client asks for a new beginning. */
  const fail = (): void => {
    isCopying = false;
    const refused = first();
    if (refused?.kind === 'query') refused.hasFailed = true;
    if (refused === undefined || refused.kind === 'query' || refused.kind === 'sync') return;
    const sync = awaited.findIndex(({ kind }) => kind === 'sync');
    const passedOver = awaited.splice(0, sync === -1 ? awaited.length : sync);
    if (refused.kind === 'bind') reportPortal(refused.bound === null ? undefined : toPortal(refused.bound), refused.sent, true);
    else if (refused.kind === 'execute') reportPortal(portals.get(refused.portal), refused.sent, true);
    else if (refused.kind === 'parse') {
      const bound = passedOver.find((one) => one.kind === 'bind' && one.bound !== null && one.bound.statement === refused.prepared?.name);
      report(refused.prepared, bound?.kind === 'bind' && bound.bound !== null ? bound.bound.values : null, refused.sent, true);
    }
  };

  /** A statement that was executed, and took names away. */
  const forget = (sql: string, tag: string): void => {
    if (tag === 'DISCARD ALL' || tag === 'DEALLOCATE ALL') statements.clear();
    else if (tag === 'DEALLOCATE') for (const name of statements.keys()) if (name !== '' && mentions(sql, name)) statements.delete(name);
  };

  const ended = (type: string, body: Buffer | null): void => {
    const one = first();
    const portal = one?.kind === 'execute' ? portals.get(one.portal) : undefined;
    const sql = (one?.kind === 'query' ? one.prepared : portal?.prepared)?.sql;
    if (one?.kind === 'execute') {
      awaited.shift();
      reportPortal(portal, one.sent);
    }
    if (type === 'C' && sql !== undefined) forget(sql, toName(body));
  };

  return {
    fromClient(type, body) {
      const sent = now();
      if (type === 'Q') awaited.push({ kind: 'query', prepared: body === null ? null : parseQuery(body), sent, hasFailed: false });
      else if (type === 'F') awaited.push({ kind: 'query', prepared: unnamed(''), sent, hasFailed: false });
      else if (type === 'P') awaited.push({ kind: 'parse', prepared: body === null ? null : parsePrepared(body), sent });
      else if (type === 'B') awaited.push({ kind: 'bind', bound: body === null ? null : parseBind(body), sent });
      else if (type === 'E') awaited.push({ kind: 'execute', portal: toName(body), sent });
      else if (type === 'D' || type === 'C') awaited.push({ kind: type === 'D' ? 'describe' : 'close', named: parseNamed(body) });
      else if (type === 'S') isCopying || awaited.push({ kind: 'sync' });
      else if (isCopying) isCopying = false;
      else awaited.push({ kind: 'copied' });
    },
    fromServer(type, body) {
      if (type === '1') answered('parse');
      else if (type === '2') answered('bind');
      else if (type === '3') answered('close');
      else if (type === 'T' || type === 'n') answered('describe');
      else if (type === 't') {
        const one = first();
        const prepared = one?.kind === 'describe' && one.named.isStatement ? statements.get(one.named.name) : undefined;
        if (prepared !== undefined && body !== null) prepared.types = readTypes(toFields(body));
      } else if (type === 'E') fail();
      else if (type === 'G') isCopying = !passOverSyncs(awaited);
      else if (type === 'Z') {
        const at = awaited.findIndex(({ kind }) => kind === 'sync' || kind === 'query');
        const last = awaited.splice(0, at + 1).at(-1);
        if (last?.kind === 'query') report(last.prepared, null, last.sent, last.hasFailed);
        // Outside a transaction none is left.
        if (body?.[0] === 'I'.charCodeAt(0)) portals.clear();
      } else ended(type, body);
    },
    end() {
      for (const one of awaited.splice(0)) {
        take(one);
        if (one.kind === 'query') report(one.prepared, null, null);
        else if (one.kind === 'execute') reportPortal(portals.get(one.portal), null);
      }
    },
  };
}

/** As it is, or without quotes. */
function mentions(sql: string, name: string): boolean {
  return sql.includes(name) || sql.toLowerCase().includes(name);
}

/** A server that reads COPY data passes over every Sync in front of its end. True where that end was sent already. */
function passOverSyncs(awaited: Awaited[]): boolean {
  const end = awaited.findIndex(({ kind }) => kind === 'copied');
  const before = awaited.splice(0, end === -1 ? awaited.length : end + 1);
  awaited.unshift(...before.filter(({ kind }) => kind !== 'sync' && kind !== 'copied'));
  return end !== -1;
}

function unnamed(sql: string): Prepared {
  return { sql, name: '', types: [] };
}

function toName(body: Buffer | null): string {
  return body === null ? '' : toFields(body).text();
}

function parseNamed(body: Buffer | null): Named {
  return { isStatement: body?.[0] === 'S'.charCodeAt(0), name: toName(body?.subarray(1) ?? null) };
}

function parseQuery(body: Buffer): Prepared | null {
  const sql = toFields(body).text();
  return isReadable(sql) ? unnamed(sql) : null;
}

function parsePrepared(body: Buffer): Prepared | null {
  const fields = toFields(body);
  const name = fields.text();
  const sql = fields.text();
  return isReadable(sql) ? { name, sql, types: readTypes(fields) } : null;
}

/** What is no UTF-8 has this character in the place of each byte. */
function isReadable(sql: string): boolean {
  return !sql.includes('\ufffd');
}

function parseBind(body: Buffer): Bound {
  const fields = toFields(body);
  const name = fields.text();
  const statement = fields.text();
  const formats = Array.from({ length: fields.int16() }, () => fields.int16());
  const values = Array.from({ length: fields.int16() }, (_, index): Raw => {
    const length = fields.int32();
    const isBinary = (formats.length === 1 ? formats[0] : formats[index]) === 1;
    return { bytes: length === -1 ? null : fields.bytes(length), isBinary };
  });
  return { name, statement, values };
}

function readTypes(fields: Fields): number[] {
  return Array.from({ length: fields.int16() }, () => fields.int32() >>> 0);
}
