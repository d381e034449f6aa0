import { type Cache, discard, isBeingBuilt } from './cache.ts';
import { type Item, readItems } from './cache-size.ts';

/** An item of the cache, and whether a run needs it now. */
export interface Use extends Item {
  readonly isUsed: boolean;
}

/** All items, the last used first. Empty clusters and programs are needed while any schema is. */
export function readUses(cache: Cache): readonly Use[] {
  const items = readItems(cache.folder, /^(?:(?:schema|template|binaries|building)-|reports$)/);
  const isUsedItself = ({ name, place }: Item) => (name.startsWith('building-') ? isBeingBuilt(cache, name) : cache.isHeld(place));
  const isAnyUsed = items.some(isUsedItself);
  return items.map((item) => ({ ...item, isUsed: isUsedItself(item) || (isAnyUsed && /^(?:template|binaries)-/.test(item.name)) }));
}

/** Removes what no run needs now, and tells what was there. */
export function clean(cache: Cache): readonly Use[] {
  const uses = readUses(cache);
  for (const { name, isUsed } of uses) if (!isUsed) discard(cache, name);
  return uses;
}
