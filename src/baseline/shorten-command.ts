import { basename, relative } from 'node:path';

/** A path that nobody else's machine has: from the root, at the beginning of a word or behind `=` or a quote. */
const fromRoot = /(?<=^|[\s='"])(?:[A-Za-z]:[\\/]|\/)[^\s'"]+/g;

/** A command as it is on every machine: a path from the root is one from the first of the folders that it is inside of, or a bare name. */
export function shortenCommand(command: string, folders: readonly string[]): string {
  return command.replace(fromRoot, (path) => {
    const inside = folders.map((folder) => relative(folder, path)).find((one) => one !== '' && !/^\.\.(?:[\\/]|$)|^[A-Za-z]:/.test(one));
    return (inside ?? basename(path.replaceAll('\\', '/'))).replaceAll('\\', '/');
  });
}
