import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The path of a file of planlint's own package, wherever the code that asks was bundled to. */
export function packageFile(path: string): string {
  return join(dirname(createRequire(import.meta.url).resolve('planlint/package.json')), path);
}
