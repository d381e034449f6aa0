import type { Catalog } from './catalog/catalog.ts';
import { withSearchPath } from './database/with-search-path.ts';
import { refusedReason, type Schema, type Under, underSettings } from './database/with-settings.ts';
import { examineValueSets } from './examine-value-sets.ts';
import { maskLiterals, maskReason } from './findings/mask.ts';
import { inLanes } from './lanes.ts';
import { createGlance, type Glance } from './plan/glance.ts';
import { createTracer, type Judge } from './plan/judge.ts';
import { type CapturedReading, createCapturedTracer, readCaptured } from './plan/judge-captured.ts';
import { judgeStanding } from './plan/judge-standing.ts';
import { inconclusive, type Judgement } from './plan/judgement.ts';
import { mapPlan, type PlanNode } from './plan/plan.ts';
import { type Tracer, untraced } from './plan/trace.ts';
import { toPlannable } from './source/embedded/embedded.ts';
import type { SessionSettings } from './source/session-setting.ts';
import type { Statement } from './source/statement.ts';
import { readStatementText } from './sql/statement-text.ts';
import type { Examined, Subject } from './subject.ts';

export interface Examination {
  /** Keep the literals of captured statements in what the server says of them. */
  readonly showValues: boolean;
  /** Called after each statement with how many are done, and of how many. */
  readonly onProgress: (done: number, total: number) => void;
  /** Executes statements of which values known at run time decide what is read, in transactions that are rolled back. Nothing is executed otherwise. */
  readonly analyze?: boolean;
  /** Keeps with each statement the plan that it was judged on. */
  readonly keepPlans?: boolean;
}

/** What judges, what looks at other executions, and the catalogue that both look names up in. */
interface Bench {
  readonly trace: Tracer;
  readonly glance: Glance;
  readonly catalog: Catalog;
}

/** Judges each distinct statement once; those that are equal in text and values share the judgement. */
export async function examine(
  statements: readonly Statement[],
  { database, catalog }: Schema,
  { showValues, onProgress, analyze = false, keepPlans = false }: Examination,
): Promise<readonly Subject[]> {
  const glance = createGlance(database, catalog);
  const bench = { trace: createTracer(database, catalog, { generic: true, execution: analyze }), glance, catalog };
  // What stands in the schema is never executed.
  const benchUnder = benches({ database, catalog });
  const traceCaptured = createCapturedTracer(catalog);
  const benchWith = benchesWith({ database, catalog }, analyze);
  const benchOf = async ({ standing, settings }: Statement, captured: CapturedReading | null): Promise<Bench> => {
    if (captured !== null) return { trace: async (text) => traceCaptured(text, captured), glance, catalog };
    if (standing !== undefined) return benchUnder(standing.searchPath);
    return settings === undefined ? bench : benchWith(settings);
  };
  const examineWorst = async (statement: Statement, chosen: Bench): Promise<Subject> => {
    const examineWith = (one: Statement): Promise<Omit<Subject, 'statement'>> => examineAt(chosen, one, { showValues, keepPlans });
    return examineValueSets({ statement, ...(await examineWith(statement)) }, { glance: chosen.glance, examine: examineWith });
  };
  const distinct = new Map<string, Promise<Subject>>();
  const examined: Subject[] = [];
  let done = 0;
  await inLanes(statements, async (statement, index) => {
    const captured = statement.plan === null ? null : readCaptured(statement.plan);
    const key = statement.valueSets === undefined ? identityOf(statement, captured, keepPlans) : `${index}`;
    const known = distinct.get(key) ?? benchOf(statement, captured).then((chosen) => examineWorst(statement, chosen));
    distinct.set(key, known);
    const worst = await known;
    examined[index] = { ...worst, statement: asExecuted(statement, worst.statement) };
    onProgress(++done, statements.length);
  });
  return examined;
}

/** An equal statement of another place, with the values that were judged worst. */
function asExecuted(statement: Statement, { sql, parameters }: Statement): Statement {
  return sql === statement.sql && parameters === statement.parameters ? statement : { ...statement, sql, parameters };
}

interface Keeping {
  readonly showValues: boolean;
  readonly keepPlans: boolean;
}

async function examineAt({ trace, catalog }: Bench, statement: Statement, { showValues, keepPlans }: Keeping): Promise<Omit<Subject, 'statement'>> {
  let plan: PlanNode | null = null;
  const judge: Judge = async (text, known) => {
    const traced = await trace(text, known);
    plan = traced.plan;
    return traced.judgement;
  };
  const examined = { ...(await examineOne(statement, judge, showValues)), catalog };
  return keepPlans ? { ...examined, plan: toKept(plan, statement, showValues) } : examined;
}

/** What stands in the schema has been planned in several ways. */
function toKept(plan: PlanNode | null, { standing, captured }: Statement, showValues: boolean): PlanNode | null {
  if (plan === null || standing !== undefined) return null;
  if (!captured || showValues) return plan;
  const mask = (texts: readonly string[]): readonly string[] => texts.map(maskLiterals);
  return mapPlan(plan, (node) => ({
    ...node,
    conditions: mask(node.conditions),
    detail: { ...node.detail, matching: mask(node.detail.matching) },
  }));
}

/** Judges one statement; what is said of a captured one tells none of its values. */
export async function examineOne(statement: Statement, judge: Judge, showValues: boolean): Promise<Omit<Examined, 'statement'>> {
  const { sql, standing, parameters, captured } = statement;
  if (standing !== undefined) return judgeStanding({ sql, standing, parameters }, (text, known) => judge(text, known).catch(ofDepth));
  const isMasked = captured && !showValues;
  const read = readStatementText(toPlannable(statement));
  const dynamic = statement.embedded?.dynamic ?? null;
  if (dynamic !== null) return { text: read, judgement: inconclusive(`not static: ${dynamic}`) };
  const text = isMasked ? { ...read, shown: maskLiterals(read.sql) } : read;
  const judgement = await judge(text, parameters).catch(ofDepth);
  return { text, judgement: isMasked ? maskReason(judgement, statement) : judgement };
}

/** A bench for each search path; `null` is the session's. */
function benches(schema: Schema): (path: string | null) => Promise<Bench> {
  const known = new Map<string | null, Promise<Bench>>();
  return (path) => {
    const bench = known.get(path) ?? openBench(schema, path);
    known.set(path, bench);
    return bench;
  };
}

/** A bench for each set of captured settings. */
function benchesWith(schema: Schema, execution: boolean): (settings: SessionSettings) => Promise<Bench> {
  const schemaUnder = underSettings(schema);
  const known = new Map<unknown, Bench>();
  return async (settings) => {
    const under = await schemaUnder(settings);
    const bench = known.get(under) ?? toBench(under, schema, execution);
    known.set(under, bench);
    return bench;
  };
}

function toBench(under: Awaited<ReturnType<Under>>, { catalog }: Schema, execution: boolean): Bench {
  if ('refused' in under) return { trace: async () => untraced(inconclusive(refusedReason(under.refused))), glance: async () => null, catalog };
  return {
    trace: createTracer(under.database, under.catalog, { generic: true, execution }),
    glance: createGlance(under.database, under.catalog),
    catalog: under.catalog,
  };
}

async function openBench(schema: Schema, path: string | null): Promise<Bench> {
  const { database, catalog } = path === null ? schema : await withSearchPath(schema, path);
  return { trace: createTracer(database, catalog), glance: createGlance(database, catalog), catalog };
}

/** A statement that nests too deep for our own reading is not to end the run. */
function ofDepth(error: unknown): Judgement {
  if (!(error instanceof RangeError)) throw error;
  return inconclusive('it nests too deep for planlint');
}

/** Equal plans may have cost different things, which only a rule that reads plans is to see. */
function identityOf(
  { sql, captured, parameters, standing, embedded, settings }: Statement,
  plan: CapturedReading | null,
  withCosts: boolean,
): string {
  const shape = withCosts ? plan : JSON.stringify(plan, (key, value) => (key === 'rows' || key === 'cost' ? undefined : value));
  return JSON.stringify([sql, captured, shape, standing, embedded, settings, toPlain(parameters)]);
}

function toPlain(parameters: Statement['parameters']): readonly unknown[] | null {
  return parameters === null ? null : [parameters.from, [...parameters.values], [...parameters.types]];
}
