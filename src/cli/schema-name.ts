import { count } from '../report/count.ts';
import { listSchema } from '../schema/read-schema.ts';
import type { PlanningOptions } from './planning-options.ts';

/** What the schema was loaded from, for people: `db/migrations (41 files), db/views.sql`, or the command that made it. */
export function toSchemaName({ schema, schemaCommand }: Pick<PlanningOptions, 'schema' | 'schemaCommand'>, cwd: string): string {
  const names = schema.map((path) => {
    const { files } = listSchema(path, cwd);
    const isFile = files.length === 1 && files[0] === path.replaceAll('\\', '/');
    return isFile ? path : `${path} (${count(files.length, 'file')})`;
  });
  return [...names, ...(schemaCommand === undefined ? [] : [schemaCommand])].join(', ');
}
