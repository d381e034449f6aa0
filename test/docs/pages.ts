import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Page {
  /** Blocks of code that name a file, by its path. */
  readonly files: Readonly<Record<string, string>>;
  /** Blocks that show what is printed, in order. */
  readonly outputs: readonly string[];
}

/** The examples of a page of `docs/`. */
export function readPage(name: string): Page {
  const text = readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
  const blocks = [...text.matchAll(/^```(\w*)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language = '', path = '', code = '']) => ({
    language,
    path,
    code,
  }));
  return {
    files: Object.fromEntries(blocks.filter(({ path }) => path !== '').map(({ path, code }) => [path, code])),
    outputs: blocks.filter(({ language }) => language === '').map(({ code }) => code.trimEnd()),
  };
}
