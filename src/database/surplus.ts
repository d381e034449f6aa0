import type { Cache } from './cache.ts';
import { type Item, readItems } from './cache-size.ts';

/** How many items of a kind are kept: those that were used last. */
const kept: Readonly<Record<string, number>> = { schema: 8, template: 4, binaries: 4 };

/** What all items together may take of the disk. */
const mostBytes = 2e9;

/** A run that has found an item needs this long, in milliseconds, until it can be seen to use it. */
const grace = 60_000;

/** The items of the cache that are one too many: of a kind, or for the disk. None is in use. */
export function chooseSurplus({ folder, isHeld }: Cache): readonly Item[] {
  const counts: Record<string, number> = {};
  let bytes = 0;
  return readItems(folder, /^(?:schema|template|binaries)-/).filter((item) => {
    const kind = item.name.replace(/-.*/, '');
    counts[kind] = (counts[kind] ?? 0) + 1;
    bytes += item.bytes;
    if (counts[kind] <= (kept[kind] ?? 0) && bytes <= mostBytes) return false;
    const isWanted = Date.now() - item.usedAt < grace || isHeld(item.place);
    if (!isWanted) bytes -= item.bytes;
    return !isWanted;
  });
}
