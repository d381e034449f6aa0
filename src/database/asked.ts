import { readSchema } from '../schema/read-schema.ts';
import type { EmbeddedOptions } from './embedded.ts';
import { type Entry, toLoadSettings } from './entry.ts';
import { toSessionSettings } from './settings.ts';

/** What an entry of the cache is to hold: the texts of the schema and the seed, and the settings that they are loaded under. */
export function readAsked({ schema, seed, cwd, settings }: EmbeddedOptions): Pick<Entry, 'files' | 'seed' | 'settings'> {
  return { files: readSchema(schema, cwd), seed: readSchema(seed, cwd), settings: toLoadSettings(toSessionSettings(settings)) };
}
