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
export const followed = { client: 'QPBDECSFcf', server: '123tTnCIsEZ' } as const;

interface Prepared {
  readonly sql: string;
  readonly name: string;
  types: number[];
}

interface Portal {
  readonly prepared: Prepared | undefined;
  readonly values: readonly Raw[] | null;
  isTold: boolean;
}

/** What the server has yet to answer, in its order. */
type Awaited =
  | { readonly kind: 'query'; readonly prepared: Prepared | undefined; readonly sent: number; hasFailed: boolean }
  | { readonly kind: 'parse'; readonly prepared: Prepared | undefined; readonly sent: number }
  | { readonly kind: 'bind' | 'execute'; readonly portal: Portal | undefined; readonly sent: number }
  | { readonly kind: 'describe'; readonly prepared: Prepared | undefined }
  | { readonly kind: 'close' | 'sync' };

/** Follows the extended and the simple protocol, and tells of each statement when its end is known; `null` is one that was too long to be kept. `now` is in milliseconds. */
export function followExchange(tell: (execution: Execution | null) => void, now: () => number): Exchange {
  const statements = new Map<string, Prepared>();
  const portals = new Map<string, Portal>();
  const awaited: Awaited[] = [];
  let lastEnd = 0;

  const report = (prepared: Prepared | undefined, values: Portal['values'], sent: number | null, hasFailed = false): void => {
    const end = now();
    // What is sent behind something else waits for it first.
    const durationMs = sent === null ? null : end - Math.max(sent, lastEnd);
    lastEnd = end;
    tell(prepared === undefined ? null : { ...prepared, values, hasFailed, durationMs });
  };
  const reportPortal = (portal: Portal | undefined, sent: number | null, hasFailed = false): void => {
    // A cursor's portal is executed once for each piece of its rows.
    if (portal?.isTold === true) return;
    if (portal !== undefined) portal.isTold = true;
    report(portal?.prepared, portal?.values ?? null, sent, hasFailed);
  };
  const shift = (...kinds: readonly Awaited['kind'][]): Awaited | undefined => {
    const [first] = awaited;
    return first !== undefined && kinds.includes(first.kind) ? awaited.shift() : undefined;
  };

  /** The server refuses the first that it has to answer, and passes over the rest until the client asks for a new beginning. */
  const fail = (): void => {
    const [first] = awaited;
    if (first?.kind === 'query') first.hasFailed = true;
    if (first === undefined || first.kind === 'query' || first.kind === 'sync') return;
    const sync = awaited.findIndex(({ kind }) => kind === 'sync');
    const passedOver = awaited.splice(0, sync === -1 ? awaited.length : sync);
    if (first.kind === 'bind' || first.kind === 'execute') reportPortal(first.portal, first.sent, true);
    if (first.kind !== 'parse') return;
    const bound = passedOver.find((one) => one.kind === 'bind' && one.portal?.prepared === first.prepared);
    if (bound?.kind === 'bind') reportPortal(bound.portal, first.sent, true);
    else report(first.prepared, null, first.sent, true);
  };

  const bind = (body: Buffer): Portal => {
    const { name, statement, values } = parseBind(body);
    const portal = { prepared: statements.get(statement), values, isTold: false };
    portals.set(name, portal);
    return portal;
  };
  const prepare = (body: Buffer): Prepared => {
    const prepared = parsePrepared(body);
    statements.set(prepared.name, prepared);
    return prepared;
  };

  return {
    fromClient(type, body) {
      const sent = now();
      // Only one without a name can have been another before.
      if (body === null) (type === 'P' ? statements : portals).delete('');
      if (type === 'Q') awaited.push({ kind: 'query', prepared: body === null ? undefined : unnamed(toFields(body).text()), sent, hasFailed: false });
      else if (type === 'F') awaited.push({ kind: 'query', prepared: unnamed(''), sent, hasFailed: false });
      else if (type === 'P') awaited.push({ kind: 'parse', prepared: body === null ? undefined : prepare(body), sent });
      else if (type === 'B') awaited.push({ kind: 'bind', portal: body === null ? undefined : bind(body), sent });
      else if (type === 'E') awaited.push({ kind: 'execute', portal: portals.get(toName(body)), sent });
      else if (type === 'S') awaited.push({ kind: 'sync' });
      else if (type === 'c' || type === 'f') passOverSyncs(awaited);
      else {
        const name = toName(body?.subarray(1) ?? null);
        const isStatement = body?.[0] === 'S'.charCodeAt(0);
        if (type === 'D') awaited.push({ kind: 'describe', prepared: isStatement ? statements.get(name) : undefined });
        else {
          (isStatement ? statements : portals).delete(name);
          awaited.push({ kind: 'close' });
        }
      }
    },
    fromServer(type, body) {
      if (type === '1') shift('parse');
      else if (type === '2') shift('bind');
      else if (type === '3') shift('close');
      else if (type === 'T' || type === 'n') shift('describe');
      else if (type === 't') {
        const [first] = awaited;
        if (first?.kind === 'describe' && first.prepared !== undefined && body !== null) first.prepared.types = readTypes(toFields(body));
      } else if (type === 'E') fail();
      else if (type === 'Z') {
        const at = awaited.findIndex(({ kind }) => kind === 'sync' || kind === 'query');
        const last = awaited.splice(0, at + 1).at(-1);
        if (last?.kind === 'query') report(last.prepared, null, last.sent, last.hasFailed);
        // Outside a transaction none is left.
        if (body?.[0] === 'I'.charCodeAt(0) && awaited.length === 0) portals.clear();
      } else {
        const ended = shift('execute');
        if (ended?.kind === 'execute') reportPortal(ended.portal, ended.sent);
      }
    },
    end() {
      for (const one of awaited.splice(0)) {
        if (one.kind === 'query') report(one.prepared, null, null);
        else if (one.kind === 'execute') reportPortal(one.portal, null);
      }
    },
  };
}

/** The end of COPY data. A server that reads such passes over every Sync in front of it. */
function passOverSyncs(awaited: Awaited[]): void {
  if (awaited[0]?.kind !== 'execute') return;
  const others = awaited.filter(({ kind }) => kind !== 'sync');
  awaited.splice(0, awaited.length, ...others);
}

function unnamed(sql: string): Prepared {
  return { sql, name: '', types: [] };
}

function toName(body: Buffer | null): string {
  return body === null ? '' : toFields(body).text();
}

function parsePrepared(body: Buffer): Prepared {
  const fields = toFields(body);
  const name = fields.text();
  return { name, sql: fields.text(), types: readTypes(fields) };
}

function parseBind(body: Buffer): { readonly name: string; readonly statement: string; readonly values: readonly Raw[] } {
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
