import { createHash, type Hash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { findFiles } from '../source/files.ts';

/** What reports are kept for: the content of all that they depend on. */
export interface Content {
  readonly hash: Hash;
  /** Some of it asks what time it is. */
  readsClock: boolean;
}

/** What PostgreSQL takes for the time at which it is read. */
const clock =
  /\bnow\s*\(|\b(?:current_(?:date|time)|localtime|clock_time|statement_time|transaction_time|timeofday)|'(?:now|today|tomorrow|yesterday)'/i;

const chunk = 1 << 20;
/** The longest word that two chunks may share. */
const seam = 64;

export function newContent(): Content {
  return { hash: createHash('sha256'), readsClock: false };
}

export function addText(content: Content, name: string, text: string): void {
  content.hash.update(`\0${name}\0${text.length}\0`).update(text);
  content.readsClock ||= clock.test(text);
}

/** Adds the files that a pattern stands for. False where they cannot be read twice, as a pipe cannot. */
export async function addFiles(content: Content, pattern: string, cwd: string): Promise<boolean> {
  const files = await findFiles(pattern, cwd);
  content.hash.update(`\0${pattern}\0${files.length}`);
  for (const { path, location } of files) {
    // A file is read once, whatever its names.
    content.hash.update(`\0${path}\0${await realpath(location)}`);
    if (!addFile(content, location)) return false;
  }
  return true;
}

function addFile(content: Content, location: string): boolean {
  const file = openSync(location, 'r');
  try {
    const stats = fstatSync(file);
    if (!stats.isFile()) return false;
    const buffer = Buffer.alloc(Math.min(chunk, stats.size + 1));
    let before = '';
    let size = 0;
    for (let read = readSync(file, buffer); read > 0; read = readSync(file, buffer)) {
      const bytes = buffer.subarray(0, read);
      content.hash.update(bytes);
      size += read;
      if (content.readsClock) continue;
      const text = before + bytes.toString('latin1');
      content.readsClock = clock.test(text);
      before = text.slice(-seam);
    }
    content.hash.update(`\0${size}`);
    return true;
  } finally {
    closeSync(file);
  }
}

/** The key of the content, which holds for a day; for an hour where it asks what time it is. */
export function toKey({ hash, readsClock }: Content, now: Date): string {
  return hash
    .update(now.toISOString().slice(0, readsClock ? 13 : 10))
    .digest('hex')
    .slice(0, 32);
}
