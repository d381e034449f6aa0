import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Where Prisma puts the code that its generated clients share. */
const shared = /[\\/]runtime[\\/](?:client|library|binary|edge|edge-esm|react-native|wasm[\w-]*|query_[\w.-]*)\.m?js$/;

/** What Prisma calls the package that it generates, and those that it comes in. */
const packageName = /^(?:prisma-client-|@prisma\/)/;

const known = new Map<string, boolean>();

/** True for what Prisma generates among the application's files, and hands to others as it is. An application may have a `runtime/client.js` of its own. */
export function isGenerated(path: string): boolean {
  if (!shared.test(path)) return false;
  const is = known.get(path) ?? packageName.test(nameOfPackage(dirname(path)));
  known.set(path, is);
  return is;
}

/** By the nearest `package.json`; empty where there is none, or it has no name. */
function nameOfPackage(folder: string): string {
  let text: string;
  try {
    text = readFileSync(join(folder, 'package.json'), 'utf8');
  } catch {
    const parent = dirname(folder);
    return parent === folder ? '' : nameOfPackage(parent);
  }
  try {
    const { name } = JSON.parse(text) as { readonly name?: unknown };
    return typeof name === 'string' ? name : '';
  } catch {
    return '';
  }
}
