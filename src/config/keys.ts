/** What a key of the config holds. Paths are relative to the config's folder; of a list one entry may stand alone. */
export type KeyKind =
  | 'path'
  | 'paths'
  | 'text'
  | 'texts'
  | 'outputs'
  | 'pairs'
  | 'flag'
  | 'count'
  | 'rules'
  | 'overrides'
  | 'projects'
  | readonly (string | number)[];

export interface ConfigKey {
  readonly kind: KeyKind;
  /** What it does, for the published schema and the documentation; begins in lower case and has no full stop. */
  readonly about: string;
  /** Where it may stand, if not everywhere. */
  readonly only?: 'top' | 'project';
}

/** Every key of a config, in the order that the documentation lists them in. Most are flags of the command line, by the same name. */
export const configKeys = {
  $schema: { kind: 'text', about: 'where editors find the schema of this file', only: 'top' },
  extends: { kind: 'texts', about: 'configs that this one adds to: files, or packages by their name', only: 'top' },
  name: { kind: 'text', about: 'what --project and messages call it', only: 'project' },
  paths: { kind: 'paths', about: 'files, folders and patterns to check where the command line names none' },
  exclude: { kind: 'paths', about: 'files and patterns that paths do not reach' },
  schema: { kind: 'paths', about: 'SQL files or folders of migrations that make the tables' },
  seed: { kind: 'paths', about: 'SQL files or folders of them that fill the tables' },
  schemaCommand: { kind: 'text', about: "command that makes the tables; it runs in the config's folder" },
  schemaInput: { kind: 'paths', about: 'what the schema command reads; it runs again only when that changes' },
  env: {
    kind: 'pairs',
    about: 'variables for the schema command and the program, with {host}, {port}, {user}, {password}, {database}, {url} filled in',
  },
  url: { kind: 'text', about: 'server to plan on as it is, instead of an embedded one' },
  pgVersion: { kind: [15, 16, 17, 18], about: 'major version of the embedded PostgreSQL' },
  pgBin: { kind: 'path', about: 'folder of the PostgreSQL programs to use instead of the embedded ones' },
  set: { kind: 'pairs', about: 'session settings that plans depend on' },
  onlySchema: { kind: 'texts', about: 'judge only the partitioned tables of schemas with these names; * and ? are wildcards' },
  dialect: { kind: 'text', about: 'how queries write placeholders, where their file does not tell it' },
  formatIn: { kind: 'text', about: 'format of the logs, where their content does not tell it' },
  lintMigrations: { kind: 'flag', about: 'check the queries and DO blocks in the files of schema and seed, too' },
  lintFunctions: { kind: 'flag', about: 'check what stands in functions, views, rules and policies of schema, too' },
  statStatements: { kind: 'flag', about: 'check what the server of url counts in pg_stat_statements, too' },
  analyze: { kind: 'flag', about: 'execute statements whose leaves are known at run time only, on the embedded server, and roll them back' },
  rules: { kind: 'rules', about: 'severity and options of each rule; in a list, files of rules of your own' },
  overrides: { kind: 'overrides', about: 'other severities and options for some paths' },
  baseline: { kind: 'path', about: 'file of the findings that are there already, if not .planlint-baseline.json beside the config', only: 'top' },
  failOnStaleBaseline: { kind: 'flag', about: 'fail when an entry of the baseline is not found any more', only: 'top' },
  format: { kind: 'outputs', about: 'forms of the report, each as format or format=file' },
  showValues: { kind: 'flag', about: 'show the values of captured statements' },
  quiet: { kind: 'flag', about: 'report errors only' },
  failOn: { kind: ['error', 'warning'], about: 'the least severity that fails' },
  maxWarnings: { kind: 'count', about: 'how many warnings there may be' },
  failOnInconclusive: { kind: 'flag', about: 'fail when a statement could not be judged' },
  inlineConfig: { kind: 'flag', about: 'obey comments that ignore a rule or set its options' },
  reportUnusedIgnores: { kind: 'flag', about: 'make an ignore that has nothing to ignore an error' },
  errorOnUnmatchedPattern: { kind: 'flag', about: 'fail when a path matches no file, or no statement is found' },
  projects: {
    kind: 'projects',
    about: 'parts of the repository with a schema or rules of their own; each may hold every key but this one',
    only: 'top',
  },
} as const satisfies Readonly<Record<string, ConfigKey>>;

export type KeyName = keyof typeof configKeys;
