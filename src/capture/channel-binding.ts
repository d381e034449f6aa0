import { Transform } from 'node:stream';

const offer = 'SCRAM-SHA-256-PLUS';

/** Of the message that lists the ways to prove a password. */
const listsWays = 10;

/**
 * What a server says to a client that has no TLS, while the proxy has: it offers to bind the password to the TLS connection, which such a client takes for
 * an attack. All of it passes as it is, but for that offer in the first message of authentication.
 */
export function withoutChannelBinding(): Transform {
  let held: Buffer | null = Buffer.alloc(0);
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (held === null) return done(null, piece);
      const bytes = Buffer.concat([held, piece]);
      const found = findRequest(bytes);
      held = found === undefined ? bytes : null;
      if (found === undefined) return done();
      const [start, end] = found;
      done(null, Buffer.concat([bytes.subarray(0, start), withoutOffer(bytes.subarray(start, end)), bytes.subarray(end)]));
    },
    flush(done) {
      done(null, held ?? undefined);
    },
  });
}

/** Start and end of the first message that asks for something, or refuses. */
function findRequest(bytes: Buffer): readonly [start: number, end: number] | undefined {
  for (let at = 0; at + 5 <= bytes.length; ) {
    const end = at + 1 + Math.max(bytes.readInt32BE(at + 1), 4);
    if (end > bytes.length) return undefined;
    if ('RE'.includes(String.fromCharCode(bytes[at] ?? 0))) return [at, end];
    at = end;
  }
  return undefined;
}

function withoutOffer(message: Buffer): Buffer {
  if (message.length < 9 || message.readInt32BE(5) !== listsWays) return message;
  const ways = message.toString('latin1', 9).split('\0');
  const kept = Buffer.from(ways.filter((way) => way !== offer).join('\0'), 'latin1');
  const changed = Buffer.concat([message.subarray(0, 9), kept]);
  changed.writeInt32BE(changed.length - 1, 1);
  return changed;
}
