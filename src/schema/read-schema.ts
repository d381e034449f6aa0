import { findRunner, refuseCode, toCodeError, toEmptyError } from './code.ts';
import { isFolder, openFolder, readText } from './files.ts';
import type { Layout } from './layout.ts';
import { drizzle } from './layouts/drizzle.ts';
import { flyway, isVersioned } from './layouts/flyway.ts';
import { liquibase } from './layouts/liquibase.ts';
import { numbered } from './layouts/numbered.ts';
import { sqitch } from './layouts/sqitch.ts';
import { stepped } from './layouts/stepped.ts';
import { isChangelog, listChangelog } from './liquibase/changelog.ts';
import { isFormatted, readFormatted } from './liquibase/formatted.ts';
import { fillPlaceholders } from './placeholders.ts';
import { followPsql } from './psql/follow.ts';
import type { SchemaFile } from './schema-file.ts';
import { cutDown } from './up-part.ts';

/** The first that knows a folder lists it. */
const layouts: readonly Layout[] = [sqitch, drizzle, liquibase, flyway, stepped, numbered];

/** The SQL that the paths name, in order: files as they are given, and those of folders as the tool takes them that laid them out; of each what makes a change, not what takes it back. Throws a `UserError` for what cannot be read. */
export function readSchema(paths: readonly string[], cwd: string): readonly SchemaFile[] {
  return paths.flatMap((path) => {
    const { files, tool } = listSchema(path, cwd);
    return files.flatMap((file) => readFile(file, tool, cwd));
  });
}

/** What a path of a schema stands for. */
export interface Listing {
  /** In the order they load. */
  readonly files: readonly string[];
  /** Whose folder it is, and whose placeholders may be in the files; empty for a file of its own. */
  readonly tool: string;
}

function readFile(path: string, tool: string, cwd: string): readonly SchemaFile[] {
  const text = readText(path, cwd);
  const filler = isFormatted(text) ? liquibase.tool : tool;
  const file = { path, text: cutDown({ path, text: readFormatted(text) }) };
  return followPsql(filler === flyway.tool || filler === liquibase.tool ? fillPlaceholders(file, filler) : file, cwd);
}

/** Lists what a path stands for, without reading more than that takes. Throws a `UserError` where there is nothing to load. */
export function listSchema(given: string, cwd: string): Listing {
  const path = given.replaceAll('\\', '/');
  if (!isFolder(path, cwd)) {
    if (findRunner(path) !== null) throw toCodeError(path);
    if (isChangelog(path, () => readText(path, cwd))) return { files: listChangelog(path, cwd), tool: liquibase.tool };
    return { files: [path], tool: isVersioned(path) ? flyway.tool : '' };
  }
  const folder = openFolder(path, cwd);
  for (const { tool, list } of layouts) {
    const found = list(folder);
    if (found === null) continue;
    if (found.length === 0) throw toEmptyError(folder);
    refuseCode(folder);
    return { files: found, tool };
  }
  throw toEmptyError(folder);
}
