import type { FoundSchema } from './find-schemas.ts';
import type { Ci, Hook } from './tools.ts';

/** One schema and the queries that run on it. */
export interface Part {
  /** `null` where it is the only one. */
  readonly name: string | null;
  readonly paths: readonly string[];
  readonly exclude: readonly string[];
  readonly schema: Pick<FoundSchema, 'path' | 'command' | 'inputs' | 'env'>;
  readonly seed: readonly string[];
}

/** What is to be written. */
export interface Choices {
  readonly parts: readonly Part[];
  readonly pgVersion: number | null;
  /** The longest period that a statement may ask for, such as `12 months`. */
  readonly period: string | null;
  /** Leaves that statements may read in each group, by table. */
  readonly tables: Readonly<Record<string, number>>;
  readonly ci: Ci;
  readonly hook: Hook;
  readonly isPackage: boolean;
  readonly isDependency: boolean;
  readonly packageManager: 'npm' | 'pnpm' | 'yarn';
  /** A command whose queries are checked, where no file holds any. */
  readonly program: string | null;
}
