/** Takes a message: its type's character, and what follows its length; `null` where that is longer than is kept. */
export type Take = (type: string, body: Buffer | null) => void;

/** Bytes of the longest message that is kept. */
const longest = 16 * 1024 * 1024;

/** Of the type and the length in front of a message. */
const headerLength = 5;

/** Finds the messages in a stream that comes in pieces of any size. Of types that are not `wanted` nothing is kept, however long they are. Throws a `RangeError` for what is no message. */
export function findFrames(wanted: string, take: Take): (piece: Buffer) => void {
  const header = Buffer.alloc(headerLength);
  let held = 0;
  /** Bytes of a message that nobody wants. */
  let passOver = 0;
  /** Of a message that did not come in one piece. */
  let body: Buffer | null = null;
  let filled = 0;

  const begin = (piece: Buffer, at: number): number => {
    const type = String.fromCharCode(header[0] ?? 0);
    const size = header.readInt32BE(1) - 4;
    if (size < 0) throw new RangeError('a message is shorter than its length');
    const isWanted = wanted.includes(type);
    if (!isWanted || size > longest) {
      passOver = size;
      if (isWanted) take(type, null);
      return 0;
    }
    if (piece.length - at >= size) {
      take(type, piece.subarray(at, at + size));
      return size;
    }
    body = Buffer.alloc(size);
    filled = 0;
    return 0;
  };

  return (piece) => {
    let at = 0;
    while (at < piece.length) {
      if (passOver > 0) {
        const length = Math.min(passOver, piece.length - at);
        passOver -= length;
        at += length;
      } else if (body !== null) {
        const length = piece.copy(body, filled, at);
        filled += length;
        at += length;
        if (filled < body.length) return;
        const whole = body;
        body = null;
        take(String.fromCharCode(header[0] ?? 0), whole);
      } else {
        const length = piece.copy(header, held, at, at + headerLength - held);
        held += length;
        at += length;
        if (held < headerLength) return;
        held = 0;
        at += begin(piece, at);
      }
    }
  };
}
