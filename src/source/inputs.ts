import { realpath } from 'node:fs/promises';
import { showPath } from '../shown-path.ts';
import { findFiles, toUnmatchedError } from './files.ts';
import { parseJsonLines } from './json-lines.ts';
import { parseSqlFile } from './sql-file.ts';
import type { Statement } from './statement.ts';
import { decode, readTextFile, toReadError } from './text-file.ts';

/** Everything that was handed over to be checked. */
export interface Sources {
  /** Files read, standard input included. */
  readonly files: number;
  readonly statements: readonly Statement[];
}

/** Reads the statements of files, folders, globs and `-`, in the order given, each file once. A pattern that matches no file, and what cannot be read, is a UserError. */
export async function readSources(patterns: readonly string[], cwd: string, stdin: AsyncIterable<Uint8Array | string>): Promise<Sources> {
  const seen = new Set<string>();
  const statements: Statement[] = [];
  for (const pattern of patterns) {
    const files = pattern === '-' ? [{ path: '-', location: '-' }] : await findFiles(pattern, cwd);
    if (files.length === 0) throw toUnmatchedError(pattern, cwd);
    for (const { path, location } of files) {
      // A pipe has no path of its own.
      const identity = pattern === '-' ? '-' : await realpath(location).catch(() => location);
      if (seen.has(identity)) continue;
      seen.add(identity);
      const text = pattern === '-' ? await readStream(stdin) : await readTextFile(path, location);
      for (const statement of await parse(path, text)) statements.push(statement);
    }
  }
  return { files: seen.size, statements };
}

/** Files of other extensions, and standard input, are told apart by their first character: no SQL begins with a brace. */
async function parse(path: string, text: string): Promise<readonly Statement[]> {
  const isJson = /\.(?:jsonl|ndjson)$/i.test(path) || (!/\.sql$/i.test(path) && /^\ufeff?\s*\{/.test(text));
  return isJson ? parseJsonLines(path, text) : parseSqlFile(path, text);
}

async function readStream(stream: AsyncIterable<Uint8Array | string>): Promise<string> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array));
    return decode(showPath('-'), Buffer.concat(chunks));
  } catch (error) {
    throw toReadError(showPath('-'), error);
  }
}
