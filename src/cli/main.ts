import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import { UserError } from '../errors.ts';
import { version } from '../version.ts';
import type { CaptureOptions } from './capture.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import type { Given } from './configure.ts';
import type { ExplainOptions } from './explain.ts';
import { formatFailure } from './failure.ts';
import { examples, formatDialects, formatFormats, formatKeys, formatProjects } from './help-texts.ts';
import { formatIds, type Output, parseOutput } from './outputs.ts';
import { planningDefaults, type TargetOptions, targetDefaults } from './planning-options.ts';
import type { RulesOptions } from './rules.ts';
import type { RunOptions } from './run.ts';
import { print, type Streams, tell, tolerateErrors } from './streams.ts';
import { toUsageError } from './usage.ts';

/** Runs the command line; `argv` begins after the script's name. The exit code is 0 where no error was found, 1 where one was, 2 where it has no answer to give. */
export async function main(argv: readonly string[], streams: Streams): Promise<number> {
  tolerateErrors(streams.stdout);
  tolerateErrors(streams.stderr);
  try {
    return await run(argv, streams);
  } catch (error) {
    await tell(streams, formatFailure(error));
    return 2;
  }
}

async function run(argv: readonly string[], streams: Streams): Promise<number> {
  let help = '';
  let exitCode = 2;
  const program = new Command('planlint')
    .description('Fails when a query on a partitioned PostgreSQL table reads more leaves than it should.')
    .version(version, '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .exitOverride()
    .addHelpText('afterAll', examples)
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: (text) => {
        help += text;
      },
      outputError: () => {},
      getOutHelpWidth: () => Math.min(streams.stdout.columns ?? 80, 120),
      getErrHelpWidth: () => Math.min(streams.stderr.columns ?? 80, 120),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    });
  const answer = async (text: string): Promise<void> => {
    await print(streams, text);
    exitCode = 0;
  };
  const toProject = async <Options>(given: Given<Options>, defaults: Options): Promise<Options> =>
    (await import('./to-projects.ts')).toProject(given, defaults, streams);
  addCheck(program, async ({ helpFormats, helpDialects, helpConfig, printConfig, ...given }) => {
    if (helpDialects) return answer(await formatDialects());
    if (helpFormats || helpConfig) return answer(await (helpFormats ? formatFormats() : formatKeys()));
    const { toProjects } = await import('./to-projects.ts');
    const projects = await toProjects(given, streams);
    if (printConfig) return answer(await formatProjects(projects));
    const { check } = await import('./check.ts');
    exitCode = await check(projects, streams);
  });
  addExplain(program, async (given) => {
    const { explain } = await import('./explain.ts');
    exitCode = await explain(await toProject<ExplainOptions>(given, { ...planningDefaults, format: 'pretty' }), streams);
  });
  addCapture(program, async ({ out, command, callSites = true, ...given }) => {
    const { capture } = await import('./capture.ts');
    exitCode = await capture({ ...(await toProject<TargetOptions>(given, targetDefaults)), out, command, callSites }, streams);
  });
  addRun(program, async ({ command, callSites = true, ...given }) => {
    const { run } = await import('./run.ts');
    exitCode = await run({ ...(await toProject<Omit<RunOptions, 'command' | 'callSites'>>(given, checkDefaults)), command, callSites }, streams);
  });
  addRules(program, async (options) => {
    const { showRules } = await import('./rules.ts');
    exitCode = await showRules(options, streams);
  });
  addCache(program, async (action) => {
    await (await import('./cache.ts'))[action](streams);
    exitCode = 0;
  });
  try {
    await program.parseAsync(argv, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.help' && error.exitCode !== 0)
      throw new UserError('usage', 'no command given', { hint: 'run planlint --help to see them' });
    if (error.exitCode !== 0) throw toUsageError(error, program.commands.find((command) => command.name() === argv[0])?.name() ?? 'check');
    await print(streams, help);
    return 0;
  }
}

function addCheck(program: Command, action: (given: Given<CheckOptions> & CheckHelp) => Promise<void>): void {
  const command = program
    .command('check')
    .usage('<paths…> --schema <path> [options]')
    .summary('check queries against a schema')
    .description('Plans every statement on the schema and reports each that opens a second leaf in a group or does without a partition key.')
    .argument('[paths...]', 'SQL files, logs, JSON Lines (*.jsonl, *.ndjson), folders, patterns, or - for standard input');
  withReport(withPlanning(command))
    .option('--format-in <id>', 'format of the logs, where their content does not tell it')
    .option('--dialect <id>', 'how queries write placeholders, where their file does not tell it')
    .option('--help-dialects', 'list the dialects that queries are read in')
    .option('--help-formats', 'list the formats that logs are read in')
    .option('--lint-migrations', 'check the queries and DO blocks in the files of --schema and --seed, too')
    .option('--lint-functions', 'check what stands in the functions, views, rules and policies in the files of --schema, too')
    .option('--fix', 'write into SQL files the proven fixes that give the same rows, and report on the files as they are then')
    .addOption(new Option('--fix-dry-run', 'print what --fix would write as a diff, in place of the report').conflicts('fix'))
    .option('--no-error-on-unmatched-pattern', 'go on when a path matches no file, or no statement is found')
    .option('--exclude <pattern>', 'files that are not checked; may be given again', append)
    .option('--print-config', 'print the settings that a run has, and check nothing')
    .option('--help-config', 'list the keys of a config')
    .action((paths: string[]) => action({ ...givenTo(command), paths }));
}

function addExplain(program: Command, action: (given: Given<ExplainOptions>) => Promise<void>): void {
  const command = program
    .command('explain')
    .usage('<path | path:line | -> --schema <path> [options]')
    .summary('draw what a statement reads, and why')
    .description(
      'Draws which leaves a statement reads, how each partition key is bound, and the plan. Exits with 0 where there is a plan to draw, whatever it is like, and with 2 where there is none.',
    )
    .argument('[path]', 'SQL or JSON Lines file, the statement on a line of it as in queries.sql:12, or - for standard input');
  withPlanning(command)
    .option('--name <name>', 'explain only the statements of this name')
    .addOption(new Option('-f, --format <format>', 'form of the explanation').choices(['pretty', 'json']))
    .action((path: string | undefined) => action({ ...givenTo(command), ...(path === undefined ? {} : { path }) }));
}

function addCapture(program: Command, action: (given: Given<CaptureOptions> & Pick<CaptureOptions, 'out' | 'command'>) => Promise<void>): void {
  const command = program
    .command('capture')
    .usage('--out <file> --schema <path> [options] -- <command…>')
    .summary('write down what a program sends')
    .description(
      'Runs a program with DATABASE_URL and PG* set, and writes every statement that it sends as JSON Lines, with its values. Exits with its exit code.',
    )
    .argument('<command...>', 'the program and its arguments, behind --')
    .requiredOption('--out <file>', 'where to write the statements');
  withTarget(withProgram(command)).action((words: string[], { out }: Pick<CaptureOptions, 'out'>) =>
    action({ ...givenTo(command), out, command: words }),
  );
}

function addRun(program: Command, action: (given: Given<RunOptions> & Pick<RunOptions, 'command'>) => Promise<void>): void {
  const command = program
    .command('run')
    .usage('--schema <path> [options] -- <command…>')
    .summary('check what a program sends')
    .description('Runs a program with DATABASE_URL and PG* set, and checks every statement that it sends. Exits with its exit code where it fails.')
    .argument('<command...>', 'the program and its arguments, behind --')
    .option('--out <file>', 'keep the statements in a file');
  withReport(withPlanning(withProgram(command))).action((words: string[]) => action({ ...givenTo(command), command: words }));
}

/** The flags of every command that runs a program. */
function withProgram(command: Command): Command {
  return command.option('--no-call-sites', 'do not load planlint/register into Node.js programs, which tells where they call pg or postgres.js');
}

/** The flags of every command that judges. */
function withReport(command: Command): Command {
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
function withPlanning(command: Command): Command {
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
function withTarget(command: Command): Command {
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

function addRules(program: Command, action: (options: RulesOptions) => Promise<void>): void {
  program
    .command('rules')
    .summary('tell what the rules are')
    .description('Lists the rules, or shows the page of one: why it is there, what to write instead, what can be set, and how to be let through.')
    .argument('[id]', 'the rule to show')
    .option('--color', 'colour what is printed even where it is not read on a terminal')
    .option('--no-color', 'never colour what is printed')
    .action((id: string | undefined, { color }: Pick<RulesOptions, 'color'>) =>
      action({ ...(id === undefined ? {} : { id }), ...(color === undefined ? {} : { color }) }),
    );
}

function addCache(program: Command, action: (action: 'showCache' | 'cleanCache') => Promise<void>): void {
  const cache = program
    .command('cache')
    .summary('tell what is kept between runs')
    .description('Tells where loaded schemas are kept, and what is there.');
  cache.action(() => action('showCache'));
  cache
    .command('clean')
    .description('Removes all of it that no run uses.')
    .action(() => action('cleanCache'));
}

/** Flags that only tell something. */
interface CheckHelp {
  readonly helpFormats?: boolean;
  readonly helpDialects?: boolean;
  readonly helpConfig?: boolean;
  readonly printConfig?: boolean;
}

/** The flags that are there; what commander adds to them would be taken for the user's wish. */
function givenTo<Options>(command: Command): Given<Options> {
  const flags = Object.entries(command.opts()).filter(([name]) => command.getOptionValueSource(name) === 'cli');
  return Object.fromEntries(flags.map(([name, value]) => [name, name === 'pgVersion' ? Number(value) : value])) as Given<Options>;
}

function count(value: string): number {
  if (/^\d+$/.test(value)) return Number(value);
  throw new InvalidArgumentError('give a count: 0, 1, 2, …');
}

function addOutput(text: string, outputs: readonly Output[] = []): readonly Output[] {
  return [...outputs, parseOutput(text)];
}

function append(value: string, values: readonly string[] = []): readonly string[] {
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
