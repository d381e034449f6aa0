import { UserError } from '../errors.ts';
import type { ExplainSettings } from '../explain.ts';
import { count, thousands } from '../report/count.ts';
import type { Explanation } from '../report/explanation.ts';
import { isToAnalyze } from './analyze.ts';
import { hasColour } from './colour.ts';
import { readPicked } from './pick-statement.ts';
import type { PlanningOptions } from './planning-options.ts';
import { open, type Prepared, prepare } from './prepare.ts';
import { type Progress, startProgress } from './progress.ts';
import { print, type Streams } from './streams.ts';
import { toTarget } from './target.ts';
import { announce, announceCommand, showLoading } from './waiting.ts';

export interface ExplainOptions extends PlanningOptions {
  /** A file, `file:line`, or `-` for standard input. */
  readonly path?: string;
  /** Explains only statements of this name. */
  readonly name?: string;
  readonly format: 'pretty' | 'json';
}

/** Draws what the statements read, and gives the exit code: 0 where there was a plan to draw, whatever it is like, 2 where there was none. */
export async function explain(options: ExplainOptions, streams: Streams): Promise<number> {
  const { path, name } = options;
  if (path === undefined) throw new UserError('usage', 'no statement to explain', { hint: 'name a file, file:line, or - for standard input' });
  const target = toTarget(options, streams);
  const analyze = isToAnalyze(options);
  const progress = startProgress(streams.stderr);
  await announce([path], progress, streams);
  await announceCommand(options, streams);
  const started = performance.now();
  const reading = readPicked(path, name, streams)
    .then((statements) => ({ files: 1, statements }))
    .finally(() => showLoading(progress));
  const prepared = await prepare(reading, open(target)).catch((error) => {
    progress.clear();
    throw error;
  });
  try {
    const explanation = await draw(prepared, { ...options, analyze }, progress).finally(() => progress.clear());
    await print(streams, await format(explanation, { options, streams, elapsedMs: performance.now() - started }));
    return explanation.statements.some(({ tree }) => tree !== null) ? 0 : 2;
  } finally {
    await prepared.database.close();
  }
}

async function draw({ sources, database }: Prepared, { showValues, onlySchema, analyze }: ExplainOptions, progress: Progress): Promise<Explanation> {
  const { explainStatements } = await import('../explain.ts');
  const onProgress = (done: number, total: number): void => progress.show(`planlint: ${thousands(done)} of ${count(total, 'statement')}`);
  const settings: ExplainSettings = { showValues, onlySchemas: onlySchema, onProgress, analyze };
  return explainStatements(sources.statements, database, settings);
}

interface Showing {
  readonly options: ExplainOptions;
  readonly streams: Streams;
  readonly elapsedMs: number;
}

async function format(explanation: Explanation, { options, streams: { stdout, env, cwd }, elapsedMs }: Showing): Promise<string> {
  if (options.format === 'json') return `${JSON.stringify(explanation, null, 2)}\n`;
  const [{ formatExplanation }, { toSchemaName }] = await Promise.all([import('../report/explain/explain.ts'), import('./schema-name.ts')]);
  const sheet = { colour: hasColour(options.color, stdout, env), width: stdout.columns ?? 80 };
  return formatExplanation(explanation, { ...sheet, elapsedMs, schema: toSchemaName(options, cwd) });
}
