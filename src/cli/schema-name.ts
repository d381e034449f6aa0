import { count } from '../report/count.ts';
import { readSchema } from '../schema/read-schema.ts';
import type { CheckOptions } from './check.ts';

/** What the schema was loaded from, for people: `db/migrations (41 files), db/views.sql`, or the command that made it. */
export function toSchemaName({ schema, schemaCommand }: Pick<CheckOptions, 'schema' | 'schemaCommand'>, cwd: string): string {
  const names = schema.map((path) => {
    const files = new Set(readSchema([path], cwd).map((file) => file.path));
    const isFile = files.size === 1 && files.has(path.replaceAll('\\', '/'));
    return isFile ? path : `${path} (${count(files.size, 'file')})`;
  });
  return [...names, ...(schemaCommand === undefined ? [] : [schemaCommand])].join(', ');
}
