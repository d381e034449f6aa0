import { count } from '../report/count.ts';
import { readSchema } from '../schema/read-schema.ts';

/** What the schema was loaded from, for people: `db/migrations (41 files), db/views.sql`. */
export function toSchemaName(paths: readonly string[], cwd: string): string {
  const names = paths.map((path) => {
    const files = readSchema([path], cwd);
    const isFile = files.length === 1 && files[0]?.path === path.replaceAll('\\', '/');
    return isFile ? path : `${path} (${count(files.length, 'file')})`;
  });
  return names.join(', ');
}
