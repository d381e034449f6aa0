import type { Catalog } from './catalog/catalog.ts';
import { onlySchemas } from './catalog/only-schemas.ts';
import { readCatalog } from './catalog/read-catalog.ts';
import type { Database } from './database/database.ts';
import { type Examination, examineOne } from './examine.ts';
import { drawStatement } from './picture/draw-statement.ts';
import { createTracer, type Judge } from './plan/judge.ts';
import { createCapturedTracer, readCaptured } from './plan/judge-captured.ts';
import { type Tracer, untraced } from './plan/trace.ts';
import type { Explanation, StatementPicture } from './report/explanation.ts';
import type { Statement } from './source/statement.ts';
import { loadParser } from './sql/parse.ts';
import { version } from './version.ts';

export interface ExplainSettings extends Examination {
  /** Explains only what partitioned tables of matching schemas do; all where there is none. */
  readonly onlySchemas?: readonly string[];
}

/**
 * Plans statements one after the other and draws what each reads. Nothing is executed but what planning itself runs, and what `analyze` asks for.
 *
 * @example
 * const { statements } = await readSources(['queries/entries.sql'], process.cwd(), process.stdin);
 * const explanation = await explainStatements(statements, database, { showValues: false, onProgress: () => {} });
 * console.log(formatExplanation(explanation, { colour: false, width: 80, elapsedMs: 0, schema: 'db/schema.sql' }));
 */
export async function explainStatements(statements: readonly Statement[], database: Database, settings: ExplainSettings): Promise<Explanation> {
  const { showValues, onProgress } = settings;
  const [whole] = await Promise.all([readCatalog(database), loadParser()]);
  const catalog = onlySchemas(whole, settings.onlySchemas ?? []);
  const tracerOf = tracers(database, catalog, settings.analyze === true);
  const pictures: StatementPicture[] = [];
  for (const statement of statements) {
    let traced = untraced({ status: 'skipped', reason: '' });
    const trace = tracerOf(statement);
    const judge: Judge = async (text, known) => {
      traced = await trace(text, known);
      return traced.judgement;
    };
    const examined = { statement, ...(await examineOne(statement, judge, showValues)) };
    pictures.push(drawStatement(examined, traced, { catalog, showValues }));
    onProgress(pictures.length, statements.length);
  }
  const { engine, name, version: server, settings: session } = database;
  return { version: 1, planlint: version, server: { engine, database: name, version: server, citus: null, settings: session }, statements: pictures };
}

/** How a statement is traced: by the plan that was captured with it, or by one that is made. */
function tracers(database: Database, catalog: Catalog, analyze: boolean): (statement: Statement) => Tracer {
  const trace = createTracer(database, catalog, { generic: true, execution: analyze });
  const traceCaptured = createCapturedTracer(catalog);
  return ({ plan }) => (plan === null ? trace : async (text) => traceCaptured(text, readCaptured(plan)));
}
