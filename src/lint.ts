import { readCatalog } from './catalog/read-catalog.ts';
import type { Database } from './database/database.ts';
import { buildReport } from './findings/build-report.ts';
import { checkRules } from './findings/check-rules.ts';
import { maskReason } from './findings/mask.ts';
import { createJudge, type Judge } from './plan/judge.ts';
import type { Report } from './report/report.ts';
import type { Rule } from './rule.ts';
import type { Sources } from './source/inputs.ts';
import type { Statement } from './source/statement.ts';
import { loadParser } from './sql/parse.ts';
import { readStatementText } from './sql/statement-text.ts';
import type { Examined } from './subject.ts';

export interface LintSettings {
  /** In order of precedence: of several problems with one reference and key the first rule's is reported. */
  readonly rules: readonly Rule[];
  /** Show the literals of captured statements, which are masked otherwise. */
  readonly showValues: boolean;
  /** Called after each statement with how many are done, and of how many. */
  readonly onProgress: (done: number, total: number) => void;
}

/**
 * The whole of planlint: statements are read, planned and judged on the schema that `database` holds, and the rules say what is wrong.
 * Writes nothing and executes nothing but what planning itself runs. Throws a `UserError` where the database cannot be reached.
 *
 * @example
 * const report = await lint(await readSources(['queries'], process.cwd(), process.stdin), database, { rules, showValues: false, onProgress: () => {} });
 */
export async function lint(sources: Sources, database: Database, settings: LintSettings): Promise<Report> {
  const [catalog] = await Promise.all([readCatalog(database), loadParser()]);
  const examined = await examine(sources.statements, createJudge(database, catalog), settings);
  const findings = examined.flatMap((statement, index) => checkRules(settings.rules, { ...statement, catalog }, index));
  return buildReport({ files: sources.files, examined, findings }, database, settings.showValues);
}

/** Statements in flight at once: the next is read while the server plans. */
const lanes = 4;

/** Judges each distinct statement once; those that are equal in text and values share the judgement. */
async function examine(statements: readonly Statement[], judge: Judge, { showValues, onProgress }: LintSettings): Promise<readonly Examined[]> {
  const distinct = new Map<string, Promise<Omit<Examined, 'statement'>>>();
  const examined: Examined[] = [];
  let next = 0;
  let done = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < statements.length; index = next++) {
      const statement = statements[index] as Statement;
      const key = identityOf(statement);
      const known = distinct.get(key) ?? examineOne(statement, judge, showValues);
      distinct.set(key, known);
      examined[index] = { statement, ...(await known) };
      onProgress(++done, statements.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return examined;
}

async function examineOne(statement: Statement, judge: Judge, showValues: boolean): Promise<Omit<Examined, 'statement'>> {
  const text = readStatementText(statement.sql);
  const judgement = await judge(text, statement.parameters);
  return { text, judgement: statement.captured && !showValues ? maskReason(judgement, statement) : judgement };
}

function identityOf({ sql, captured, parameters }: Statement): string {
  return JSON.stringify([sql, captured, parameters === null ? null : [parameters.from, [...parameters.values], [...parameters.types]]]);
}
