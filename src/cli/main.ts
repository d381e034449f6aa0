import { Command, CommanderError, Option } from 'commander';
import { UserError } from '../errors.ts';
import { ciIds, hookIds } from '../init/tools.ts';
import { version } from '../version.ts';
import type { CaptureOptions } from './capture.ts';
import { type CheckOptions, checkDefaults } from './check-options.ts';
import type { Given } from './configure.ts';
import type { ExplainOptions } from './explain.ts';
import { formatFailure } from './failure.ts';
import { append, withPlanning, withProgram, withReport, withTarget } from './flags.ts';
import { examples, formatDialects, formatFormats, formatKeys, formatProjects } from './help-texts.ts';
import type { InitOptions } from './init-options.ts';
import { planningDefaults, type TargetOptions, targetDefaults } from './planning-options.ts';
import { readTable } from './read-answers.ts';
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
  addInit(program, async (given) => {
    const [{ init }, { initDefaults }] = await Promise.all([import('./init.ts'), import('./init-options.ts')]);
    exitCode = await init({ ...initDefaults, ...given }, streams);
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
    .option('--stat-statements', 'check the statements that the server of --url counts in pg_stat_statements, too')
    .option('--fix', 'write into SQL files the proven fixes that give the same rows, and report on the files as they are then')
    .addOption(new Option('--fix-dry-run', 'print what --fix would write as a diff, in place of the report').conflicts('fix'))
    .option('--no-error-on-unmatched-pattern', 'go on when a path matches no file, or no statement is found')
    .option('--exclude <pattern>', 'files that are not checked; may be given again', append)
    .option('--since <ref>', 'leave out files that are as they were where this branch left a branch, or at a tag or commit')
    .addOption(new Option('--staged', 'leave out files that are not staged').conflicts('since'))
    .option('--no-cache', 'judge anew even where nothing has changed since an earlier run')
    .option('--cache-location <dir>', 'folder that keeps the reports of earlier runs')
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

function addRules(program: Command, action: (options: RulesOptions) => Promise<void>): void {
  program
    .command('rules')
    .summary('tell what the rules are')
    .description('Lists the rules, or shows the page of one: why it is there, what to write instead, what can be set, and how to be let through.')
    .argument('[id]', 'the rule to show')
    .option('-c, --config <file>', 'config whose rules to tell of, instead of the nearest')
    .option('--no-config', 'tell of what is there without a config')
    .option('--project <name>', 'tell of this project of the config only; may be given again', append)
    .option('--color', 'colour what is printed even where it is not read on a terminal')
    .option('--no-color', 'never colour what is printed')
    .action((id: string | undefined, _: object, command: Command) =>
      action({ ...(id === undefined ? {} : { id }), ...givenTo<RulesOptions>(command) }),
    );
}

function addInit(program: Command, action: (given: Partial<InitOptions>) => Promise<void>): void {
  const command = program
    .command('init')
    .summary('write a config, a CI job and a hook')
    .description(
      'Looks at the repository, writes planlint.config.json, a CI job and a hook, and checks once. Asks on a terminal. No file of yours is changed: what belongs into one is shown.',
    )
    .option('--schema <path>', 'SQL file or folder of migrations that makes the tables', append)
    .option('--schema-command <command>', 'command that makes the tables')
    .option('--seed <path>', 'SQL file or folder of them that fills the tables; may be given again', append)
    .option('--paths <path>', 'files, folders or patterns of queries; may be given again', append)
    .option('--period <period>', 'longest period that a statement may ask for, such as "12 months"')
    .option('--table <table=count>', 'leaves that a table may be read in, a group; may be given again', readTable)
    .addOption(new Option('--ci <ci>', 'where to run').choices(ciIds))
    .addOption(new Option('--hook <tool>', 'what runs it before a commit').choices(hookIds))
    .option('--baseline', 'hold in a baseline what is found now')
    .option('--no-baseline', 'hold nothing')
    .option('--yes', 'ask nothing, and take what is found')
    .option('--dry-run', 'show the files, and write nothing')
    .option('--force', 'write the config and the CI job over those that are there');
  command.action(() => action(givenTo<InitOptions>(command)));
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
