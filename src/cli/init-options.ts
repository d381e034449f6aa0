import { findPackageOf } from '../database/packages.ts';
import { UserError } from '../errors.ts';
import type { Choices, Part } from '../init/choices.ts';
import type { Surroundings } from '../init/find-surroundings.ts';
import type { Look } from '../init/look-around.ts';
import type { Ci, Hook } from '../init/tools.ts';
import { readPeriod } from './read-answers.ts';

export interface InitOptions {
  readonly schema: readonly string[];
  readonly schemaCommand?: string;
  readonly seed: readonly string[];
  readonly paths: readonly string[];
  readonly period?: string;
  readonly table: Readonly<Record<string, number>>;
  readonly ci?: Ci;
  readonly hook?: Hook;
  /** Whether to hold what is found in a baseline; `undefined` asks. */
  readonly baseline?: boolean;
  /** Ask nothing. */
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** Write over files of planlint's own. */
  readonly force: boolean;
}

export const initDefaults = { schema: [], seed: [], paths: [], table: {}, yes: false, dryRun: false, force: false } satisfies InitOptions;

/** What the flags say, and for the rest what was found. Throws a `UserError` where there is no schema. */
export function toChoices({ parts, surroundings }: Look, options: InitOptions, cwd: string): Choices {
  const { ci, hook, isPackage, isDependency, packageManager, orm, hasTests } = surroundings;
  const chosen = toParts(parts, options);
  const isWithoutFiles = chosen.every(({ paths }) => paths.length === 0);
  return {
    parts: chosen,
    pgVersion: findMajor(surroundings, cwd),
    period: options.period === undefined ? null : readPeriod(options.period),
    tables: options.table,
    ci: options.ci ?? ci,
    hook: options.hook ?? hook,
    isPackage,
    isDependency,
    packageManager,
    program: isWithoutFiles && orm !== null && hasTests ? 'npm test' : null,
  };
}

function toParts(
  found: readonly Part[],
  { schema, schemaCommand, seed, paths }: Pick<InitOptions, 'schema' | 'schemaCommand' | 'seed' | 'paths'>,
): readonly Part[] {
  const [first] = found;
  const path = schema[0];
  const isNamed = path !== undefined || schemaCommand !== undefined;
  if (!isNamed && first === undefined) {
    const hint = 'name the SQL that makes the tables: planlint init --schema db/migrations, or the command that does: --schema-command';
    throw new UserError('usage', 'no schema was found in this repository', { hint });
  }
  if (!isNamed && paths.length === 0 && seed.length === 0) return found;
  const named = isNamed ? { path: path ?? '', command: schemaCommand ?? null, inputs: [], env: {} } : first?.schema;
  const loaded = [...schema, ...seed];
  return [
    {
      name: null,
      schema: named ?? { path: '', command: null, inputs: [], env: {} },
      seed: seed.length > 0 ? seed : (first?.seed ?? []),
      paths: paths.length > 0 ? paths : found.flatMap((part) => part.paths),
      exclude: [...new Set([...found.flatMap((part) => part.exclude), ...loaded.filter((one) => paths.some((path) => one.startsWith(`${path}/`)))])],
    },
  ];
}

/** The version of the repository's server, where planlint has its programs. */
export function findMajor({ server }: Surroundings, cwd: string): number | null {
  if (server === null || server.major < 15 || server.major > 18) return null;
  return findPackageOf(server.major, `${process.platform}-${process.arch}`, cwd) === null ? null : server.major;
}
