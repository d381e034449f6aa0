import { cleanText } from './clean-text.ts';

/** A line that is longer is cut: it is data, and no statement. */
const longest = 1 << 24;
/** Texts are decoded in blocks of this size at least, since what is kept of one keeps the whole of it. */
const block = 8192;
const newline = 10;
/** An escape, a carriage return and a NUL. */
const dirt = [27, 13, 0];

/**
 * Cuts chunks of bytes into lines, without colours and carriage returns, and hands them over as they become whole. Bytes that are no UTF-8 become
 * replacement characters: a log may hold whatever an application sent.
 */
export function createLines(take: (line: string) => void): { push(chunk: Uint8Array): void; end(): void } {
  let rest: Buffer[] = [];
  let size = 0;
  /** Something is to be taken out of some lines. */
  let isDirty = false;
  const give = (bytes: Buffer): void => {
    const decoded = bytes.toString('utf8');
    const text = isDirty ? cleanText(decoded) : decoded;
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      take(text.slice(from, end));
      from = end + 1;
    }
    if (from < text.length) take(text.slice(from));
  };
  return {
    push(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      isDirty ||= dirt.some((byte) => bytes.includes(byte));
      const last = bytes.lastIndexOf(newline);
      if (last === -1) {
        if (size < longest) rest.push(bytes);
        size += bytes.length;
        return;
      }
      let at = 0;
      if (size > 0) {
        at = bytes.indexOf(newline) + 1;
        give(Buffer.concat([...rest, bytes.subarray(0, at)]));
        rest = [];
        size = 0;
      }
      while (at <= last) {
        const end = Math.max(bytes.lastIndexOf(newline, Math.min(at + block, last)), bytes.indexOf(newline, at)) + 1;
        give(bytes.subarray(at, end));
        at = end;
      }
      if (last + 1 < bytes.length) {
        rest.push(bytes.subarray(last + 1));
        size = bytes.length - last - 1;
      }
    },
    end() {
      if (size > 0) give(Buffer.concat(rest));
    },
  };
}
