import { isUtf8 } from 'node:buffer';
import { readFile } from 'node:fs/promises';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { lineOfFault } from '../line-of-fault.ts';

/** The text of a file that is called `path` in messages. */
export async function readTextFile(path: string, location: string): Promise<string> {
  try {
    return decode(path, await readFile(location));
  } catch (error) {
    throw toReadError(path, error);
  }
}

/** Text in UTF-8 without NUL characters; anything else is a UserError. */
export function decode(path: string, bytes: Buffer): string {
  if (!isUtf8(bytes)) {
    const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    throw new UserError('source', isWide ? `${path} is in UTF-16` : `${path}:${lineOfFault(bytes)}: not UTF-8`, { hint: 'save it as UTF-8' });
  }
  const nul = bytes.indexOf(0);
  if (nul === -1) return bytes.toString('utf8');
  const line = bytes.subarray(0, nul).filter((byte) => byte === 0x0a).length + 1;
  throw new UserError('source', `${path}:${line}: NUL character`, { hint: 'name text files only; if it is one, it is damaged there' });
}

/** The error for a file or folder that the system does not let us read. */
export function toReadError(path: string, error: unknown): unknown {
  if (error instanceof UserError || typeof (error as NodeJS.ErrnoException).code !== 'string') return error;
  return new UserError('source', `${path} cannot be read: ${reasonOf(error)}`, {
    hint: 'name files that this user can read, or leave it out',
    cause: error,
  });
}
