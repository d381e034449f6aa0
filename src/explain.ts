import { onlySchemas } from './catalog/only-schemas.ts';
import { readCatalog } from './catalog/read-catalog.ts';
import type { Database } from './database/database.ts';
import type { Examination } from './examine.ts';
import { createDraftsman } from './picture/draftsman.ts';
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
  const draw = createDraftsman(database, catalog, { showValues, analyze: settings.analyze === true });
  const pictures: StatementPicture[] = [];
  for (const statement of statements) {
    pictures.push(await draw(statement));
    onProgress(pictures.length, statements.length);
  }
  const { engine, name, version: server, settings: session } = database;
  return { version: 1, planlint: version, server: { engine, database: name, version: server, citus: null, settings: session }, statements: pictures };
}
