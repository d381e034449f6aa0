import { createHash } from 'node:crypto';
import { type Cache, discard, provide } from './cache.ts';
import { initialise } from './data-directory.ts';
import type { Machine } from './machine.ts';
import { toFullError, toSetUpError } from './start-fault.ts';

/** Part of every name: another number makes all that is in the cache of no use. */
const layout = '4';

/** The path of an empty cluster in the cache. Throws a `UserError` where none can be made. */
export function provideTemplate(cache: Cache, machine: Machine): Promise<string> {
  return provide(cache, toName(machine), async (folder) => {
    try {
      await initialise(machine, folder);
    } catch (error) {
      throw toFullError(cache, error) ?? toSetUpError(machine, error as Error);
    }
  });
}

/** Takes it out of the cache. */
export function discardTemplate(cache: Cache, machine: Machine): void {
  discard(cache, toName(machine));
}

function toName({ binaries }: Machine): string {
  const key = createHash('sha256').update(JSON.stringify([layout, binaries.build]));
  return `template-${key.digest('hex').slice(0, 16)}`;
}
