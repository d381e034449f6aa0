import type { Folder } from './files.ts';

/** How a tool lays its migrations out in a folder. */
export interface Layout {
  readonly tool: string;
  /** The files that a new database is made with, in order; `null` where the folder is not of this tool. */
  list(folder: Folder): readonly string[] | null;
}
