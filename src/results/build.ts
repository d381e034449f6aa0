import { readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../version.ts';

/** Tells the program that runs from every other, of the same version too; `null` where it runs from its sources. */
export function readBuild(): string | null {
  const own = fileURLToPath(import.meta.url);
  if (!own.endsWith('.js')) return null;
  const folder = dirname(own);
  // The bundler names all files but the first after what is in them.
  const { size, mtimeMs } = statSync(join(folder, 'main.js'));
  return JSON.stringify([version, readdirSync(folder), size, mtimeMs]);
}
