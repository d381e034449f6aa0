import { homedir } from 'node:os';
import { dirname, join } from 'node:path/posix';
import { splitSql } from '../../sql/split.ts';
import { blank } from '../blank.ts';
import { isThere, readText } from '../files.ts';
import { toPlacedError } from '../placed-error.ts';
import type { SchemaFile } from '../schema-file.ts';
import { type Command, readArguments, readCommands } from './commands.ts';
import { readCopy } from './copy.ts';
import { interpolate, ownVariables, type Variables } from './variables.ts';

/** The commands that decide what a file holds. */
const telling = /\\(?:i|ir|include|include_relative|set|unset|copy)(?![a-z_])/;

/** What of one run of psql goes on through the files that it takes in. */
interface Run {
  readonly cwd: string;
  readonly variables: Variables;
  /** The files that are being read, from the first to the innermost. */
  readonly way: readonly string[];
}

/** The file as psql reads it: in pieces, with the files that it takes in between them, and the values of its variables put in. */
export function followPsql(file: SchemaFile, cwd: string): readonly SchemaFile[] {
  if (!file.text.includes('\\') || !telling.test(file.text)) return [file];
  return follow(file, { cwd, variables: ownVariables(), way: [file.path] }).map((one, index) => (index === 0 ? one : { ...one, continues: true }));
}

function follow(file: SchemaFile, run: Run): readonly SchemaFile[] {
  const { path, text } = file;
  const files: SchemaFile[] = [];
  let piece = '';
  let at = 0;
  const take = (end: number) => {
    piece += interpolate(text.slice(at, end), run.variables);
    at = end;
  };
  for (const command of splitSql(text).commands.flatMap(readCommands)) {
    take(command.start);
    const found = obey(command, { path, text }, run);
    if (found === null) continue;
    if ('sql' in found) files.push({ path, text: `${piece}${found.sql};`, rows: found.rows });
    else files.push({ path, text: piece }, ...found);
    // What is behind stands where it stood, below as many lines.
    at = command.end;
    piece = blank(text.slice(0, at));
  }
  take(text.length);
  return [...files, { path, text: piece }];
}

/** The statement that stands for a command, and the rows that it takes. */
interface Copying {
  readonly sql: string;
  readonly rows: SchemaFile;
}

/** The files that a command takes in, or the rows; `null` where it takes in none. */
function obey(command: Command, file: SchemaFile, run: Run): readonly SchemaFile[] | Copying | null {
  const { name, rest } = command;
  if (name === 'copy') {
    const copy = readCopy(interpolate(rest, run.variables));
    if (copy === null) return null;
    const path = findFile(copy.path, command, file, run);
    return { sql: copy.sql, rows: { path, text: readText(path, run.cwd) } };
  }
  if (name === 'set' || name === 'unset') {
    const [variable, ...values] = readArguments(rest) ?? [];
    if (variable !== undefined && name === 'unset') run.variables.delete(variable);
    else if (variable !== undefined) run.variables.set(variable, values.map((value) => interpolate(value, run.variables)).join(''));
    return null;
  }
  if (!/^(?:i|ir|include|include_relative)$/.test(name)) return null;
  const [named] = readArguments(rest) ?? [];
  if (named === undefined)
    throw toPlacedError(file, command.start, { message: `\\${name} does not say which file`, hint: 'name the file behind it' });
  const path = findFile(interpolate(named, run.variables), command, file, run);
  if (run.way.includes(path))
    throw toPlacedError(file, command.start, { message: `\\${name} takes in ${path} inside itself`, hint: 'take the line out' });
  return follow({ path, text: readText(path, run.cwd) }, { ...run, way: [...run.way, path] });
}

/** psql looks from where it was started, which is here or else the folder of the file; `\ir` only there. */
function findFile(named: string, command: Command, file: SchemaFile, { cwd }: Run): string {
  const path = named.replace(/^~(?=\/)/, () => homedir());
  const beside = path.startsWith('/') ? path : join(dirname(file.path), path);
  const places = /^(?:ir|include_relative)$/.test(command.name) ? [beside] : [path, beside];
  const found = places.find((place) => isThere(place, cwd));
  if (found !== undefined) return found;
  throw toPlacedError(file, command.start, {
    message: `\\${command.name} takes in ${named}, which is not there`,
    hint: 'run planlint where psql runs',
  });
}
