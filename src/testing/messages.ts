import type { Catalog } from '../catalog/catalog.ts';
import type { Subject } from '../subject.ts';
import type { PlainQuery } from './query.ts';

/** What is planned on. Without a schema or a server it is what the nearest config says. */
export interface PlannerSettings {
  /** SQL files, or folders of migrations, that make the tables. */
  readonly schema?: string | readonly string[];
  /** SQL files, or folders of them, that fill them. */
  readonly seed?: string | readonly string[];
  /** A server to plan on as it is, instead of an embedded one. */
  readonly url?: string;
  /** Session settings that plans depend on. */
  readonly set?: Readonly<Record<string, string>>;
  /** Major version of the embedded PostgreSQL. */
  readonly pgVersion?: number;
  /** The config to use instead of the nearest; `false` for none. */
  readonly config?: string | false;
  /** The project of the config, where it has several. */
  readonly project?: string;
  /** Where paths start, and the config is looked for; the working directory where it is not set. */
  readonly cwd?: string;
}

/** What the planning process is asked. */
export type Ask =
  | { readonly kind: 'judge'; readonly query: PlainQuery; readonly isNot: boolean; readonly colour: boolean }
  | { readonly kind: 'examine'; readonly queries: readonly PlainQuery[] };

/** Whether a query reads one leaf per group, and what there is to say of it. */
export interface Judged {
  readonly pass: boolean;
  /** Empty where it is as was wished. */
  readonly text: string;
}

/** What rules look at, for each query; the catalogue once. */
export interface Examined {
  readonly catalog: Catalog;
  readonly subjects: readonly Omit<Subject, 'catalog'>[];
}

export type Answer = { readonly id: number } & ({ readonly result: unknown } | { readonly fault: string });
