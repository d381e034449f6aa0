import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What was read once from the server of a cache entry is kept beside it, since it changes with the entry only. `key` says what was read, and under which settings. */
export async function recall<T>(folder: string, key: readonly unknown[], read: () => Promise<T>): Promise<T> {
  const hash = createHash('sha256').update(JSON.stringify(key)).digest('hex');
  const place = join(folder, `read-${hash.slice(0, 16)}.json`);
  try {
    return JSON.parse(readFileSync(place, 'utf8'));
  } catch {
    const value = await read();
    keep(place, JSON.stringify(value));
    return value;
  }
}

/** Another run may read the file at any moment. One that cannot be written is read anew. */
function keep(place: string, text: string): void {
  const draft = `${place}.${randomBytes(6).toString('hex')}`;
  try {
    writeFileSync(draft, text);
    renameSync(draft, place);
  } catch {}
}
