import type { SchemaNote } from '../schema-state.ts';
import { openFolder, openSubfolder } from './files.ts';
import { numbered } from './layouts/numbered.ts';
import { isSql } from './names.ts';
import { listSchema } from './read-schema.ts';

/** Folders below those of a schema that hold SQL and are not loaded: which of two tools' layouts is meant, nobody but the user knows. */
export function findOverlooked(paths: readonly string[], cwd: string): readonly SchemaNote[] {
  return paths.flatMap((path) => {
    if (listSchema(path, cwd).tool !== numbered.tool) return [];
    const folder = openFolder(path, cwd);
    const found = folder.folders.filter((name) => openSubfolder(folder, name).files.some(isSql));
    return found.map((name) => ({ subject: `folder ${folder.path}/${name}`, message }));
  });
}

const message = 'not loaded: only files directly in a folder are; if it is part of the schema, name it with a --schema of its own, in its place';
