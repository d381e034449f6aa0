import { toDay } from '../today.ts';
import type { SchemaFile } from './schema-file.ts';

/** The day as `2026-01-31`, in UTC. */
export function today(): string {
  return toDay(new Date());
}

/** Whether what the files make is another thing from one day to the next: pg_partman counts its partitions from today. */
export function dependsOnToday(files: readonly SchemaFile[]): boolean {
  return files.some(({ text }) => /partman|create_(?:sub_)?parent/i.test(text));
}
