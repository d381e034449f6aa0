import { existsSync, readFileSync } from 'node:fs';
import { dirname, extname, resolve } from 'node:path';

/** The files that a module is made of. */
export interface ModuleFiles {
  /** Absolute. */
  readonly files: readonly string[];
  /** Whether that is all: it imports no package but planlint, and nothing that its text does not name. */
  readonly isWhole: boolean;
}

const named = /(?:\bfrom|\bimport|\bimport\s*\(|\brequire\s*\()\s*(['"])([^'"\n]+)\1/g;
const unnamed = /\b(?:import|require)\s*\(\s*(?!['"])|\bcreateRequire\b/;

/** Follows the imports of a module, which is absolute, as far as they name files. */
export function listModuleFiles(path: string): ModuleFiles {
  const files = new Set<string>();
  let isWhole = true;
  const follow = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    if (extname(file) === '.json') return;
    const text = readFileSync(file, 'utf8');
    if (unnamed.test(text)) isWhole = false;
    for (const [, , target = ''] of text.matchAll(named)) {
      const found = target.startsWith('.') ? findFile(resolve(dirname(file), target)) : null;
      if (found !== null) follow(found);
      else if (target !== 'planlint') isWhole = false;
    }
  };
  if (existsSync(path)) follow(path);
  else isWhole = false;
  return { files: [...files], isWhole };
}

/** TypeScript may leave the ending out, or write that of JavaScript. */
function findFile(path: string): string | null {
  const stem = path.replace(/\.([cm]?)js$/, '.$1ts');
  return (
    [path, stem, ...['.ts', '.js', '.json', '/index.ts', '/index.js'].map((end) => path + end)].find(
      (one) => extname(one) !== '' && existsSync(one),
    ) ?? null
  );
}
