import { posix } from 'node:path';
import { isScript } from '../source/files.ts';
import { type FoundSchema, listsOf } from './find-schemas.ts';
import { isInside, type Repository, toOutermost } from './repository.ts';

/** Files and folders that hold queries, and what in them is not to be checked. */
export interface FoundQueries {
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
}

const notQueries =
  /(?:^|\/)(?:migrations?|migrate|seeds?|seeders?|fixtures?|revert|verify|rollback|undo|down|backups?|dumps?|docs?)\/|\.(?:down|undo)\.sql$/i;
const ofTests = /\.(?:test|spec)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|e2e|spec)\//i;
const tagged =
  /(?:\b(?:sql|SQL|pgtyped)(?:\.\w+)?|\$(?:query|execute)Raw)(?:<[^`]{0,300}>)?\s*(?:\(\s*)?`\s*(?:--[^\n]*\n\s*|\/\*)*(?:select|insert|update|delete|merge|with)\s/i;
const called =
  /\.(?:query|execute|raw|any|one|many|oneOrNone|manyOrNone)(?:<[^(]{0,300}>)?\(\s*(['"`])\s*(?:select|insert|update|delete|merge|with)\b/i;

/** Looks for queries in SQL files that are no migrations or seeds, in TypeScript and JavaScript, and where sqlc has them. */
export function findQueries(repository: Repository, schemas: readonly FoundSchema[], seeds: readonly string[]): FoundQueries {
  const loaded = [...schemas.map(({ path }) => path), ...seeds];
  const isLoaded = (path: string): boolean => loaded.some((one) => isInside(path, one));
  const sql = repository.files.filter(
    (path) => /\.sql$/i.test(path) && !isLoaded(path) && !notQueries.test(path) && holdsQueries(repository.read(path)),
  );
  const scripts = repository.files.filter((path) => isScript(path) && !isLoaded(path) && !ofTests.test(path) && isProgram(repository.read(path)));
  const paths = toOutermost([...pathsOfSqlc(repository), ...sql.map(toPlace), ...scripts.map(toPlace)]);
  const isReached = (path: string): boolean => paths.some((one) => isInside(path, one));
  const tests = repository.files.filter((path) => isScript(path) && ofTests.test(path) && isReached(path));
  const patterns = tests.length === 0 ? [] : paths.flatMap((path) => toTestPatterns(path, tests));
  return { paths, exclude: [...loaded.filter(isReached), ...patterns] };
}

function holdsQueries(text: string): boolean {
  return /(?:^|;|\*\/)\s*(?:--[^\n]*\n\s*)*(?:select|insert|update|delete|merge|with)\b/i.test(text) && !/^\s*create\s+table\b/im.test(text);
}

function isProgram(text: string): boolean {
  return tagged.test(text) || called.test(text);
}

/** The folder, or the file itself where it lies at the top. */
function toPlace(path: string): string {
  const [first = '', second] = path.split('/');
  if (second === undefined) return path;
  // A program's queries are spread over its sources; those of SQL files have a folder.
  return isScript(path) ? toSources(path, first) : posix.dirname(path);
}

function toSources(path: string, first: string): string {
  const at = /^(.*?(?:^|\/)(?:src|lib|app|server))(?:\/|$)/.exec(posix.dirname(path))?.[1];
  return at ?? (posix.dirname(path).includes('/') ? posix.dirname(path) : first);
}

function toTestPatterns(path: string, tests: readonly string[]): readonly string[] {
  const inside = tests.filter((test) => isInside(test, path));
  const named = inside.some((test) => /\.(?:test|spec)\.[cm]?[jt]sx?$/.test(test)) ? [`${path}/**/*.{test,spec}.*`] : [];
  const folders = ['__tests__', 'test', 'tests', 'e2e', 'spec'].filter((name) =>
    inside.some((test) => test.slice(path.length).includes(`/${name}/`)),
  );
  return [...named, ...folders.map((name) => `${path}/**/${name}/**`)];
}

function pathsOfSqlc({ files, read }: Repository): readonly string[] {
  return files
    .filter((path) => /(?:^|\/)sqlc\.(?:ya?ml|json)$/.test(path))
    .flatMap((path) => listsOf(read(path), 'queries').map((one) => posix.join(posix.dirname(path), one).replace(/\/$/, '')));
}

/** SQL that fills tables: a file of that name, or a folder. */
export function findSeeds({ files }: Repository): readonly string[] {
  const found = files.filter((path) => /(?:^|\/)(?:seeds?\.sql|seeds?\/[^/]+\.sql)$/i.test(path) && !/(?:^|\/)(?:tests?|fixtures?)\//i.test(path));
  return toOutermost(found.map((path) => (/^seeds?\.sql$/i.test(posix.basename(path)) ? path : posix.dirname(path))));
}
