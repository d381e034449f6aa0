/** Reads the fields of a message, one after the other. Throws a `RangeError` behind its end. */
export interface Fields {
  int16(): number;
  int32(): number;
  /** Up to the next zero byte. */
  text(): string;
  bytes(length: number): Buffer;
}

export function toFields(body: Buffer): Fields {
  let at = 0;
  const advance = (length: number): number => {
    if (length < 0 || at + length > body.length) throw new RangeError('a message ends before its fields do');
    at += length;
    return at - length;
  };
  return {
    int16: () => body.readUInt16BE(advance(2)),
    int32: () => body.readInt32BE(advance(4)),
    text() {
      const start = at;
      const end = body.indexOf(0, at);
      advance((end === -1 ? body.length : end) - start + 1);
      return body.toString('utf8', start, at - 1);
    },
    bytes(length) {
      const start = advance(length);
      return body.subarray(start, at);
    },
  };
}
