import { createReadStream } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { showPath } from '../shown-path.ts';
import { refuseCompressed } from './compressed.ts';
import type { SqlDialect } from './embedded/dialects.ts';
import { findFiles, isScript, type SourceFile, toUnmatchedError } from './files.ts';
import { isOwnRecord, parseJsonLines } from './json-lines.ts';
import type { LogFormat } from './log/log-format.ts';
import type { LogSummary } from './log/read-log.ts';
import { type Peeked, peek, readRest } from './peek.ts';
import { parseSqlFile } from './sql-file.ts';
import type { Statement } from './statement.ts';
import { decode, readTextFile, toReadError } from './text-file.ts';

/** Everything that was handed over to be checked. */
export interface Sources {
  /** Files read, standard input included. */
  readonly files: number;
  readonly statements: readonly Statement[];
  /** The files' paths, as their statements have them; those without a statement, too. */
  readonly paths?: readonly string[];
  /** Those of the files that are logs. */
  readonly logs?: readonly LogSummary[];
  /** What the files of queries were read in, where that was said. */
  readonly dialect?: SqlDialect;
}

/** What files are in, where that was said. */
interface Forms {
  readonly format: LogFormat | null;
  readonly dialect: SqlDialect | null;
}

/** What one file holds. */
interface Content {
  readonly statements: readonly Statement[];
  readonly summary?: LogSummary;
}

/**
 * Reads the statements of files, folders, globs and `-`, in the order given, each file once. Logs are read in the format that is given, or else that
 * their content tells; queries in the dialect that is given, or that their file tells. A pattern that matches no file, and what cannot be read, is a UserError.
 */
export async function readSources(
  patterns: readonly string[],
  cwd: string,
  stdin: AsyncIterable<Uint8Array | string>,
  format: LogFormat | null = null,
  dialect: SqlDialect | null = null,
): Promise<Sources> {
  const seen = new Set<string>();
  const statements: Statement[] = [];
  const logs: LogSummary[] = [];
  const paths: string[] = [];
  for (const pattern of patterns) {
    const files = pattern === '-' ? [{ path: '-', location: '-' }] : await findFiles(pattern, cwd);
    if (files.length === 0) throw toUnmatchedError(pattern, cwd);
    for (const file of files) {
      // A pipe has no path of its own.
      const identity = pattern === '-' ? '-' : await realpath(file.location).catch(() => file.location);
      if (seen.has(identity)) continue;
      seen.add(identity);
      paths.push(file.path);
      const content = await readContent(file, pattern === '-' ? stdin : null, { format, dialect });
      for (const statement of content.statements) statements.push(statement);
      if (content.summary !== undefined) logs.push(content.summary);
    }
  }
  return { files: seen.size, statements, paths, logs, ...(dialect === null ? {} : { dialect }) };
}

async function readContent(
  { path, location }: SourceFile,
  stdin: AsyncIterable<Uint8Array | string> | null,
  { format, dialect }: Forms,
): Promise<Content> {
  if (stdin === null && (/\.(?:sql|py|cs|java|kt)$/i.test(path) || isScript(path))) {
    return { statements: await parseQueryFile(path, await readTextFile(path, location), dialect) };
  }
  try {
    const peeked = await peek(stdin ?? createReadStream(location, { highWaterMark: 1 << 18 }));
    refuseCompressed(showPath(path), peeked.head);
    if (format !== null || (!isXmlMapper(path, peeked.head) && (await isLog(path, peeked)))) {
      const { readLog } = await import('./log/read-log.ts');
      return await readLog(path, peeked.chunks, format);
    }
    const text = decode(showPath(path), await readRest(peeked));
    return { statements: await parse(path, text, dialect) };
  } catch (error) {
    throw toReadError(showPath(path), error);
  }
}

/** A log is told by its name or its content; a file that is none of ours by its name is SQL where its content tells nothing. */
async function isLog(path: string, { head }: Peeked): Promise<boolean> {
  if (head.trim() === '' || isOwnRecord(head)) return false;
  if (/\.(?:log|csv|json)$/i.test(path)) return true;
  const { isLogSample } = await import('./log/detect.ts');
  return isLogSample(head);
}

/** The statements of a file of queries that has been read already: of SQL, or of one that holds SQL. */
export async function parseQueryFile(path: string, text: string, dialect: SqlDialect | null = null): Promise<readonly Statement[]> {
  if (isScript(path)) {
    const { parseScript } = await import('./embedded/script/parse-script.ts');
    return parseScript(path, text);
  }
  if (!/\.(?:py|cs|java|kt)$/i.test(path) && !isXmlMapper(path, text)) return parseSqlFile(path, text, dialect);
  const [{ parseHostFile }, { loadParser }] = await Promise.all([import('./embedded/host-statements.ts'), import('../sql/parse.ts')]);
  await loadParser();
  return parseHostFile(path, text, dialect);
}

function isXmlMapper(path: string, text: string): boolean {
  return /\.xml$/i.test(path) && /<mapper\b/.test(text);
}

/** Files of other extensions, and standard input, are told apart by their first character: no SQL begins with a brace. */
async function parse(path: string, text: string, dialect: SqlDialect | null): Promise<readonly Statement[]> {
  const isJson = /\.(?:jsonl|ndjson)$/i.test(path) || (!/\.sql$/i.test(path) && /^\ufeff?\s*\{/.test(text));
  return isJson ? parseJsonLines(path, text) : parseQueryFile(path, text, dialect);
}
