import { isUtf8 } from 'node:buffer';

/** The first line, from 1, of bytes that are not UTF-8 as a whole. */
export function lineOfFault(bytes: Buffer): number {
  let line = 1;
  let start = 0;
  for (let end = bytes.indexOf(0x0a); end !== -1 && isUtf8(bytes.subarray(start, end)); end = bytes.indexOf(0x0a, start)) {
    start = end + 1;
    line += 1;
  }
  return line;
}
