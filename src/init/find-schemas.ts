import { posix } from 'node:path';
import { listSchema } from '../schema/read-schema.ts';
import { findMigrators } from './find-migrators.ts';
import { isInside, type Repository, toOutermost } from './repository.ts';

/** What makes the tables of a database: SQL, or a command. */
export interface FoundSchema {
  /** Whose it is, for people: `Flyway`. */
  readonly tool: string;
  /** Where it is: a folder of migrations, a file, or the folder of a command's migrations. */
  readonly path: string;
  /** How many files load, where they are SQL. */
  readonly files: number;
  readonly command: string | null;
  /** What the command reads. */
  readonly inputs: readonly string[];
  /** Variables that the command finds the server in, with placeholders. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether tables in it are partitioned. */
  readonly isPartitioned: boolean;
}

const folderNames = /(?:^|\/)(?:migrations?|migrate|changelogs?|versions|schema|ddl|tables|deploy|evolutions\/\w+)$/i;
const wholeFile = /(?:^|\/)(?:schema|structure|ddl|tables|create[_-]tables?)\.sql$/i;
const examples = /(?:^|\/)(?:tests?|__tests__|specs?|fixtures?|examples?|docs?)(?:\/|$)/i;

/** Places that make tables, those with partitioned ones first, and of those what a tool is known for before what is only named so. */
export function findSchemas(repository: Repository): readonly FoundSchema[] {
  const places = toOutermost([...placesOfTools(repository), ...repository.files.filter((path) => /\.sql$/i.test(path)).flatMap(placeOfFile)]);
  const sql = places.flatMap((path) => toSchema(path, repository));
  const found = [...sql, ...findMigrators(repository).filter(({ path }) => !sql.some((one) => isInside(path, one.path)))];
  const real = found.some(({ path }) => !examples.test(path)) ? found.filter(({ path }) => !examples.test(path)) : found;
  return real.toSorted((a, b) => Number(b.isPartitioned) - Number(a.isPartitioned) || rank(a) - rank(b));
}

/** A folder that is changed step by step is truer than a dump of what it made, if both are there. */
function rank({ command, files }: FoundSchema): number {
  return command !== null ? 1 : files > 1 ? 0 : 2;
}

/** Folders that files of a tool's own tell. */
function placesOfTools({ files, read }: Repository): readonly string[] {
  return files.flatMap((path) => {
    const folder = posix.dirname(path);
    if (/(?:^|\/)meta\/_journal\.json$/.test(path)) return [posix.dirname(folder)];
    if (/(?:^|\/)(?:migration|up)\.sql$/.test(path)) return [posix.dirname(folder)];
    if (posix.basename(path) === 'sqitch.plan') return [folder];
    if (/(?:^|\/)db\.changelog[^/]*\.(?:xml|ya?ml|json)$/i.test(path) && /master|root|main/i.test(path)) return [path];
    if (/(?:^|\/)sqlc\.(?:ya?ml|json)$/.test(path)) return listsOf(read(path), 'schema').map((one) => posix.join(folder, one));
    return [];
  });
}

/** Values of a key in YAML or JSON: one, or a list of them. */
export function listsOf(text: string, key: string): readonly string[] {
  return [
    ...text.matchAll(
      new RegExp(`^[\\s-]*"?${key}"?[ \\t]*:[ \\t]*(\\[[^\\]]*\\]|"[^"]*"|'[^']*'|[^\\s#,]+|)[ \\t,]*(?:#.*)?((?:\\n\\s*-\\s+\\S+)*)`, 'gm'),
    ),
  ].flatMap(([, one = '', rest = '']) => [...`${one} ${rest}`.matchAll(/[^\s"',[\]]+/g)].map(([word]) => word).filter((word) => word !== '-'));
}

function placeOfFile(path: string): readonly string[] {
  const folder = posix.dirname(path);
  if (wholeFile.test(path)) return [path];
  const parts = folder.split('/');
  const at = parts.findIndex((_, index) => folderNames.test(parts.slice(0, index + 1).join('/')));
  if (at !== -1) return [parts.slice(0, at + 1).join('/')];
  return /(?:^|\/)V\d+(?:[._]\d+)*__[^/]*\.sql$/.test(path) ? [folder] : [];
}

function toSchema(path: string, repository: Repository): readonly FoundSchema[] {
  try {
    const { files, tool } = listSchema(path, repository.cwd);
    const texts = files.map((file) => repository.read(posix.normalize(file)));
    if (!texts.some((text) => /\bcreate\s+(?:unlogged\s+)?table\b/i.test(text))) return [];
    const isPartitioned = texts.some((text) => /\bpartition\s+by\s+(?:list|range|hash)\b/i.test(text));
    return [{ tool: tool === '' ? 'SQL file' : tool, path, files: files.length, command: null, inputs: [], env: {}, isPartitioned }];
  } catch {
    return [];
  }
}
