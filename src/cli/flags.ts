import { type Command, InvalidArgumentError, Option } from 'commander';
import { formatIds, type Output, parseOutput } from './outputs.ts';

/** The flags of every command that runs a program. */
export function withProgram(command: Command): Command {
  return command.option('--no-call-sites', 'do not load planlint/register into Node.js programs, which tells where they call pg or postgres.js');
}

/** The flags of every command that judges. */
export function withReport(command: Command): Command {
  return command
    .option(
      '-f, --format <format[=file]>',
      `form of the report, and its file where it is not printed; may be given again: ${formatIds.join(', ')}`,
      addOutput,
    )
    .option('-o, --output-file <file>', 'write the report to a file, whole or not at all; - is standard output')
    .option('--quiet', 'report errors only')
    .addOption(new Option('--fail-on <severity>', 'the least severity that exits with 1').choices(['error', 'warning']))
    .addOption(new Option('--max-warnings <count>', 'exit with 1 when there are more warnings').argParser(count))
    .option('--fail-on-inconclusive', 'exit with 1 when a statement could not be judged')
    .option('--no-inline-config', 'obey no comment that ignores a rule or sets its options')
    .option('--baseline <file>', 'findings to live with for now; .planlint-baseline.json where it is there')
    .option('--no-baseline', 'let no baseline hide a finding')
    .option('--update-baseline', 'write the findings of this run into the baseline, and take out those that are gone')
    .addOption(new Option('--prune-baseline', 'take out of the baseline what is gone').conflicts('updateBaseline'))
    .option('--fail-on-stale-baseline', 'exit with 1 when an entry of the baseline is not found any more')
    .option('--report-unused-ignores', 'make an ignore that has nothing to ignore an error');
}

/** The flags of every command that plans. */
export function withPlanning(command: Command): Command {
  return withTarget(command)
    .option(
      '--only-schema <pattern>',
      'judge only the partitioned tables of schemas with this name; * and ? are wildcards; may be given again',
      append,
    )
    .option('--analyze', 'execute statements whose leaves are known at run time only, on the embedded server, and roll them back')
    .option('--analyze-on-server', 'do so on the server that --url names')
    .option('--show-values', 'show the values of captured statements, which are masked otherwise')
    .option('--color', 'colour what is printed even where it is not read on a terminal')
    .option('--no-color', 'never colour what is printed');
}

/** The flags that name a server and a schema. */
export function withTarget(command: Command): Command {
  return command
    .option('--schema <path>', 'SQL file or folder of migrations that makes the tables, in the order of its tool; may be given again', append)
    .option('--seed <path>', 'SQL file or folder of them that fills the tables; may be given again', append)
    .option('--set <name=value>', 'session setting that plans depend on, such as timezone=UTC; may be given again', set)
    .option('--schema-command <command>', 'command that makes the tables on the server that DATABASE_URL and PG* name, such as a migrator')
    .option(
      '--env <NAME=value>',
      'variable for the schema command and the program; {host}, {port}, {user}, {password}, {database}, {url} are filled in',
      variable,
    )
    .option('--schema-input <path>', 'what the schema command reads; it runs again only when that changes; may be given again', append)
    .option('--url <url>', 'plan on this server as it is, instead of an embedded one: postgres://…, service=…, or a variable such as DATABASE_URL')
    .addOption(new Option('--pg-version <major>', 'major version of the embedded PostgreSQL').choices(['15', '16', '17', '18']))
    .option('--pg-bin <dir>', 'folder of the PostgreSQL programs to use instead of the embedded ones')
    .option('-c, --config <file>', 'config to use, instead of the nearest planlint.config.{json,js,mjs,ts,mts}')
    .option('--no-config', 'use no config')
    .option('--project <name>', 'work on this project of the config only; may be given again', append);
}

function count(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('give a count: 0, 1, 2, …');
}

function addOutput(text: string, outputs: readonly Output[] = []): readonly Output[] {
  return [...outputs, parseOutput(text)];
}

/** Collects what a flag says that may be given again. */
export function append(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

function variable(assignment: string, variables: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([A-Za-z_]\w*)=(.*)$/s.exec(assignment) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('give a name, an equals sign and a value: DB_PORT={port}');
  return { ...variables, [name]: value };
}

function set(assignment: string, settings: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  const [, name, value] = /^([A-Za-z_][\w.]*)=(.*)$/s.exec(assignment) ?? [];
  if (name === undefined || value === undefined) throw new InvalidArgumentError('give a name, an equals sign and a value: timezone=UTC');
  return { ...settings, [name]: value };
}
