import { toFields } from './fields.ts';

/** What a client says first. */
export interface Greeting {
  /** As it came. */
  readonly packet: Buffer;
  /** What came behind it. */
  readonly rest: Buffer;
  readonly isCancel: boolean;
  /** Of a session: its user, its database, and settings. */
  readonly parameters: ReadonlyMap<string, string>;
}

const codes = { cancel: 80_877_102, tls: 80_877_103, gss: 80_877_104 } as const;

/** Bytes of the longest greeting that PostgreSQL takes. */
const longest = 10_000;

/** Collects the first bytes of a client, and answers `refuse` to each that asks for encryption. Gives the greeting when it is whole. Throws a `RangeError` for what is none. */
export function awaitGreeting(refuse: () => void): (piece: Buffer) => Greeting | undefined {
  let held = Buffer.alloc(0);
  return (piece) => {
    held = Buffer.concat([held, piece]);
    while (held.length >= 8) {
      const length = held.readInt32BE();
      if (length < 8 || length > longest) throw new RangeError('the client does not speak the protocol of PostgreSQL');
      if (held.length < length) return undefined;
      const code = held.readInt32BE(4);
      const [packet, rest] = [held.subarray(0, length), held.subarray(length)];
      if (code !== codes.tls && code !== codes.gss) {
        const isCancel = code === codes.cancel;
        return { packet, rest, isCancel, parameters: isCancel ? new Map() : parseParameters(packet) };
      }
      refuse();
      held = rest;
    }
    return undefined;
  };
}

function parseParameters(packet: Buffer): ReadonlyMap<string, string> {
  const fields = toFields(packet.subarray(8));
  const parameters = new Map<string, string>();
  for (let name = fields.text(); name !== ''; name = fields.text()) parameters.set(name, fields.text());
  return parameters;
}
