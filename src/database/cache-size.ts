import { lstatSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const sizeFile = 'size';

/** In an item that was made of something: of what, in a line. */
export const aboutFile = 'about';

/** An item of the cache as the disk has it. */
export interface Item {
  readonly name: string;
  readonly place: string;
  /** Milliseconds since 1970. */
  readonly usedAt: number;
  /** What it takes of the disk. */
  readonly bytes: number;
  /** What it was made of, where that was written down. */
  readonly about: string | null;
}

/** The items whose names begin so, the last used first. */
export function readItems(folder: string, prefix: RegExp): readonly Item[] {
  return readdirSync(folder)
    .filter((name) => prefix.test(name))
    .map((name) => ({ name, place: join(folder, name) }))
    .map(({ name, place }) => ({
      name,
      place,
      usedAt: statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? 0,
      bytes: readSize(place),
      about: readNote(place, aboutFile),
    }))
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** Writes down what a folder takes, so that nobody has to walk through it again. */
export function noteSize(folder: string): void {
  writeFileSync(join(folder, sizeFile), String(measure(folder)));
}

function readSize(folder: string): number {
  return Number(readNote(folder, sizeFile) ?? measure(folder));
}

function readNote(folder: string, file: string): string | null {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return null;
  }
}

/** Bytes on the disk; what goes away or cannot be read meanwhile does not count. */
function measure(folder: string): number {
  let bytes = 0;
  try {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      bytes += entry.isDirectory() ? measure(path) : lstatSync(path).blocks * 512;
    }
  } catch {}
  return bytes;
}
