import { dirname, join } from 'node:path/posix';
import { UserError } from '../../errors.ts';
import { type Folder, isFolder, isThere, openFolder, openSubfolder, readText } from '../files.ts';
import { isSql } from '../names.ts';
import { type Entry, readXml, readYaml } from './entries.ts';

const written = /\.(?:xml|ya?ml|json)$/i;

/** Whether the file is a changelog in a notation of Liquibase's own. */
export function isChangelog(path: string, read: () => string): boolean {
  return written.test(path) && /databaseChangeLog\b/.test(read());
}

/** The SQL files that a changelog takes in, in order and each once. Throws a `UserError` where it holds changes that only Liquibase can turn into SQL. */
export function listChangelog(path: string, cwd: string): readonly string[] {
  return [...new Set(follow(path, cwd, []))];
}

function follow(path: string, cwd: string, way: readonly string[]): readonly string[] {
  if (!written.test(path)) return [path];
  if (way.includes(path)) throw new UserError('usage', `${path}: takes in itself`, { hint: `take it out of ${way.at(-1)}` });
  return readEntries(path, readText(path, cwd)).flatMap((entry) => {
    const place = findPlace(path, entry, cwd);
    const files = entry.isFolder ? listDeep(openFolder(place, cwd)) : [place];
    return files.flatMap((file) => follow(file, cwd, [...way, path]));
  });
}

function readEntries(path: string, text: string): readonly Entry[] {
  const entries = /\.xml$/i.test(path) ? readXml(text) : /\.json$/i.test(path) ? null : readYaml(text);
  if (entries !== null) return entries;
  throw new UserError('usage', `${path}: holds changes that only Liquibase turns into SQL`, {
    hint: 'let it make the tables: --schema-command "liquibase update", or whatever runs it here',
  });
}

/** A path that is not relative is looked for from every folder above the changelog, one of which Liquibase starts from. */
function findPlace(changelog: string, { path, isFolder: wantsFolder, isRelative }: Entry, cwd: string): string {
  const places = [];
  for (let above = dirname(changelog); places.length === 0 || !isRelative; above = dirname(above)) {
    places.push(join(above, path.replace(/^classpath\*?:\/?/, '')));
    if (above === dirname(above)) break;
  }
  const found = places.find((place) => isThere(place, cwd) && isFolder(place, cwd) === wantsFolder);
  if (found !== undefined) return found;
  throw new UserError('usage', `${changelog}: takes in ${path}, which is not there`, { hint: 'run planlint where Liquibase runs' });
}

/** Liquibase goes by the whole path, letter by letter. */
function listDeep(folder: Folder): readonly string[] {
  const below = folder.folders.flatMap((name) => listDeep(openSubfolder(folder, name)));
  const own = folder.files.filter((name) => isSql(name) || written.test(name)).map((name) => `${folder.path}/${name}`);
  return [...own, ...below].sort((left, right) => (left < right ? -1 : 1));
}
