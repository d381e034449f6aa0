import { count } from '../report/count.ts';
import { readSchema } from '../schema/read-schema.ts';

/** What the schema was loaded from, for people: `db/migrations (41 files), db/views.sql`. */
export function toSchemaName(paths: readonly string[], cwd: string): string {
  const names = paths.map((path) => {
    const files = new Set(readSchema([path], cwd).map((file) => file.path));
    const isFile = files.size === 1 && files.has(path.replaceAll('\\', '/'));
    return isFile ? path : `${path} (${count(files.size, 'file')})`;
  });
  return names.join(', ');
}
