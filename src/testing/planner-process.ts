import { readCatalog } from '../catalog/read-catalog.ts';
import { type CheckOptions, checkDefaults } from '../cli/check-options.ts';
import { formatFailure } from '../cli/failure.ts';
import { loadAllRules } from '../cli/load-all-rules.ts';
import { open } from '../cli/prepare.ts';
import type { Streams } from '../cli/streams.ts';
import { toTarget } from '../cli/target.ts';
import { toProject } from '../cli/to-projects.ts';
import type { Database } from '../database/database.ts';
import { UserError } from '../errors.ts';
import { examine } from '../examine.ts';
import { loadParser } from '../sql/parse.ts';
import { judgeQuery } from './judge-query.ts';
import type { Answer, Ask, Examined, Judged, PlannerSettings } from './messages.ts';
import { toStatement } from './to-statement.ts';

/** What a planner starts: answers what it is asked, until its asker is gone. */
const { cwd = process.cwd(), config, project, schema, seed, ...given } = JSON.parse(process.argv[2] ?? '{}') as PlannerSettings;
const streams: Streams = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr, cwd, env: process.env, now: () => new Date() };
const opening = openProject();

process.on('message', async (asked: Ask & { readonly id: number }) => {
  const answer = await reply(asked).then(
    (result): Answer => ({ id: asked.id, result }),
    (error): Answer => ({ id: asked.id, fault: formatFailure(error).trimEnd() }),
  );
  if (process.connected) process.send?.(answer);
});
process.on('disconnect', () =>
  opening
    .then(({ database }) => database.close())
    .catch(() => {})
    .finally(() => process.exit()),
);

interface Opened {
  readonly options: CheckOptions;
  readonly database: Database;
}

async function openProject(): Promise<Opened> {
  const options = await toProject<CheckOptions>(
    {
      ...given,
      ...(schema === undefined ? {} : { schema: [schema].flat() }),
      ...(seed === undefined ? {} : { seed: [seed].flat() }),
      ...(config === undefined ? {} : { config }),
      ...(project === undefined ? {} : { project: [project] as never }),
    },
    checkDefaults,
    streams,
  );
  return { options, database: await open(toTarget(options, streams)) };
}

async function reply(asked: Ask): Promise<Judged | Examined> {
  const [{ options, database }] = await Promise.all([opening, loadParser()]);
  if (asked.kind === 'judge') {
    const rules = await loadAllRules(options, cwd);
    return judgeQuery(toStatement(asked.query), database, { ...asked, options, rules });
  }
  const catalog = await readCatalog(database);
  const statements = asked.queries.map(toStatement);
  const subjects = await examine(statements, { database, catalog }, { showValues: true, onProgress: () => {}, keepPlans: true });
  return { catalog, subjects: subjects.map(({ catalog: _, ...subject }) => subject) };
}

opening.catch((error) => {
  if (!(error instanceof UserError)) throw error;
});
