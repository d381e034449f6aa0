import { onlySchemas } from './catalog/only-schemas.ts';
import { readCatalog } from './catalog/read-catalog.ts';
import type { Database } from './database/database.ts';
import { type Examination, ofDepth } from './examine.ts';
import { maskReason } from './findings/mask.ts';
import { drawStatement } from './picture/draw-statement.ts';
import { createTracer, type Trace } from './plan/judge.ts';
import { createCapturedTracer, readCaptured } from './plan/judge-captured.ts';
import type { Explanation, StatementPicture } from './report/explanation.ts';
import type { Statement } from './source/statement.ts';
import { loadParser } from './sql/parse.ts';
import { readStatementText, type StatementText } from './sql/statement-text.ts';
import { version } from './version.ts';

export interface ExplainSettings extends Examination {
  /** Explains only what partitioned tables of matching schemas do; all where there is none. */
  readonly onlySchemas?: readonly string[];
}

/** Plans statements one after the other and draws what each reads. Nothing is executed but what planning itself runs. */
export async function explainStatements(statements: readonly Statement[], database: Database, settings: ExplainSettings): Promise<Explanation> {
  const { showValues, onProgress } = settings;
  const [whole] = await Promise.all([readCatalog(database), loadParser()]);
  const catalog = onlySchemas(whole, settings.onlySchemas ?? []);
  const trace = createTracer(database, catalog);
  const traceCaptured = createCapturedTracer(catalog);
  const traceOne = async (text: StatementText, { plan, parameters }: Statement): Promise<Trace> =>
    plan === null ? trace(text, parameters) : traceCaptured(text, readCaptured(plan));
  const pictures: StatementPicture[] = [];
  for (const statement of statements) {
    const text = readStatementText(statement.sql);
    const traced = await traceOne(text, statement).catch(untraced);
    const judgement = statement.captured && !showValues ? maskReason(traced.judgement, statement) : traced.judgement;
    pictures.push(drawStatement({ statement, text, judgement }, traced, showValues));
    onProgress(pictures.length, statements.length);
  }
  const { engine, name, version: server, settings: session } = database;
  return { version: 1, planlint: version, server: { engine, database: name, version: server, citus: null, settings: session }, statements: pictures };
}

function untraced(error: unknown): Trace {
  return { judgement: ofDepth(error), plan: null, generic: null, references: [] };
}
