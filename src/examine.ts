import type { Catalog } from './catalog/catalog.ts';
import type { Database } from './database/database.ts';
import { withSearchPath } from './database/with-search-path.ts';
import { maskLiterals, maskReason } from './findings/mask.ts';
import { createJudge, type Judge } from './plan/judge.ts';
import { type CapturedReading, createCapturedTracer, readCaptured } from './plan/judge-captured.ts';
import { judgeStanding } from './plan/judge-standing.ts';
import type { Judgement } from './plan/judgement.ts';
import type { Statement } from './source/statement.ts';
import { readStatementText } from './sql/statement-text.ts';
import type { Examined } from './subject.ts';

export interface Examination {
  /** Keep the literals of captured statements in what the server says of them. */
  readonly showValues: boolean;
  /** Called after each statement with how many are done, and of how many. */
  readonly onProgress: (done: number, total: number) => void;
  /** Executes statements of which values known at run time decide what is read, in transactions that are rolled back. Nothing is executed otherwise. */
  readonly analyze?: boolean;
}

/** Statements in flight at once: the next is read while the server plans. */
const lanes = 4;

interface Schema {
  readonly database: Database;
  readonly catalog: Catalog;
}

/** Judges each distinct statement once; those that are equal in text and values share the judgement. */
export async function examine(
  statements: readonly Statement[],
  { database, catalog }: Schema,
  { showValues, onProgress, analyze = false }: Examination,
): Promise<readonly Examined[]> {
  const judge = createJudge(database, catalog, { generic: true, execution: analyze });
  // What stands in the schema is never executed.
  const judgeUnder = judges({ database, catalog });
  const judgeCaptured = createCapturedTracer(catalog);
  const judgeOf = async ({ standing }: Statement, captured: CapturedReading | null): Promise<Judge> => {
    if (captured !== null) return async (text) => judgeCaptured(text, captured).judgement;
    return standing === undefined ? judge : judgeUnder(standing.searchPath);
  };
  const distinct = new Map<string, Promise<Omit<Examined, 'statement'>>>();
  const examined: Examined[] = [];
  let next = 0;
  let done = 0;
  const run = async (): Promise<void> => {
    for (let index = next++; index < statements.length; index = next++) {
      const statement = statements[index] as Statement;
      const captured = statement.plan === null ? null : readCaptured(statement.plan);
      const key = identityOf(statement, captured);
      const known = distinct.get(key) ?? judgeOf(statement, captured).then((chosen) => examineOne(statement, chosen, showValues));
      distinct.set(key, known);
      examined[index] = { statement, ...(await known) };
      onProgress(++done, statements.length);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return examined;
}

/** Judges one statement; what is said of a captured one tells none of its values. */
export async function examineOne(statement: Statement, judge: Judge, showValues: boolean): Promise<Omit<Examined, 'statement'>> {
  const { sql, standing, parameters, captured } = statement;
  if (standing !== undefined) return judgeStanding({ sql, standing, parameters }, (text, known) => judge(text, known).catch(ofDepth));
  const isMasked = captured && !showValues;
  const read = readStatementText(sql);
  const text = isMasked ? { ...read, shown: maskLiterals(read.sql) } : read;
  const judgement = await judge(text, parameters).catch(ofDepth);
  return { text, judgement: isMasked ? maskReason(judgement, statement) : judgement };
}

/** A judge for each search path. */
function judges(schema: Schema): (path: string | null) => Promise<Judge> {
  const known = new Map<string | null, Promise<Judge>>([[null, Promise.resolve(createJudge(schema.database, schema.catalog))]]);
  return (path) => {
    const judge = known.get(path) ?? withSearchPath(schema, path ?? '').then(({ database, catalog }) => createJudge(database, catalog));
    known.set(path, judge);
    return judge;
  };
}

/** A statement that nests too deep for our own reading is not to end the run. */
function ofDepth(error: unknown): Judgement {
  if (!(error instanceof RangeError)) throw error;
  return { status: 'inconclusive', reason: 'it nests too deep for planlint', verdict: null, parameters: 'none', references: [] };
}

function identityOf({ sql, captured, parameters, standing }: Statement, plan: CapturedReading | null): string {
  return JSON.stringify([
    sql,
    captured,
    plan,
    standing,
    parameters === null ? null : [parameters.from, [...parameters.values], [...parameters.types]],
  ]);
}
