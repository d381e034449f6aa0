import type { RuleSettings } from '../policy/rule-settings.ts';
import type { BaselineOptions } from './baseline-options.ts';
import type { Output } from './outputs.ts';
import { type PlanningOptions, planningDefaults } from './planning-options.ts';
import type { readAll } from './prepare.ts';

/** What is checked, and on which schema: the repository, or one project of it. */
export interface ProjectOptions extends PlanningOptions {
  /** The project's; none where the config has no projects. */
  readonly project?: string;
  readonly paths: readonly string[];
  /** Reads the paths in place of what the flags say. */
  readonly read?: typeof readAll;
  /** Files and patterns that the paths do not reach. */
  readonly exclude: readonly string[];
  /** A log format's id. */
  readonly formatIn?: string;
  /** A dialect's id. */
  readonly dialect?: string;
  /** Check the queries of the schema's and the seed's files, too. */
  readonly lintMigrations: boolean;
  /** Check what stands in the schema's functions, views, rules and policies, too. */
  readonly lintFunctions: boolean;
  /** Check what the server that `url` names counts in pg_stat_statements, too. */
  readonly statStatements: boolean;
  /** Write the fixes that keep all rows into the files. */
  readonly fix: boolean;
  /** Print what `fix` would write, in place of the report. */
  readonly fixDryRun: boolean;
  /** Obey the comments that ignore rules. */
  readonly inlineConfig: boolean;
  readonly reportUnusedIgnores: boolean;
  readonly errorOnUnmatchedPattern: boolean;
  readonly policy?: RuleSettings;
  /** Modules of the user's own rules: paths, or packages. */
  readonly ruleFiles: readonly string[];
  /** Absolute: the config that all of this comes from, and those that it extends. */
  readonly configFiles: readonly string[];
  /** The paths are some of those that were asked for: they need not hold a statement. */
  readonly isPart?: boolean;
}

/** How it is told. */
export interface ReportOptions extends BaselineOptions {
  /** None is the usual. */
  readonly format: readonly Output[];
  /** Where the only report goes that has no file; `-` is standard output. */
  readonly outputFile?: string;
  /** Report errors only. */
  readonly quiet: boolean;
  /** The least severity that fails. */
  readonly failOn: 'error' | 'warning';
  /** How many warnings there may be. */
  readonly maxWarnings?: number;
  readonly failOnInconclusive: boolean;
}

/** Which files are left out. */
export interface ChangeOptions {
  /** A commit: files that are as they were where this branch left it. */
  readonly since?: string;
  /** Files that are not staged. */
  readonly staged: boolean;
}

/** Whether a run may say what an earlier one found. */
export interface CacheOptions {
  readonly cache: boolean;
  /** The folder of earlier reports; one of planlint's own if absent. */
  readonly cacheLocation?: string;
}

export interface CheckOptions extends ProjectOptions, ReportOptions, ChangeOptions, CacheOptions {}

export const checkDefaults = {
  ...planningDefaults,
  paths: [],
  exclude: [],
  ruleFiles: [],
  configFiles: [],
  staged: false,
  cache: true,
  lintMigrations: false,
  lintFunctions: false,
  statStatements: false,
  fix: false,
  fixDryRun: false,
  inlineConfig: true,
  reportUnusedIgnores: false,
  errorOnUnmatchedPattern: true,
  format: [],
  quiet: false,
  failOn: 'error',
  failOnInconclusive: false,
  updateBaseline: false,
  pruneBaseline: false,
  failOnStaleBaseline: false,
} satisfies CheckOptions;
