import type { Catalog, Partition } from '../catalog/catalog.ts';
import { toStatement } from '../findings/build-report.ts';
import { maskLiterals } from '../findings/mask.ts';
import { toOwnSpan } from '../findings/place.ts';
import type { Located } from '../plan/locate.ts';
import type { PlanNode } from '../plan/plan.ts';
import type { Trace } from '../plan/trace.ts';
import type { Grid, KeyPicture, PlanBranch, ReferencePicture, StatementPicture } from '../report/explanation.ts';
import type { TableReport } from '../report/report.ts';
import type { Statement } from '../source/statement.ts';
import type { Span } from '../sql/span.ts';
import type { Examined } from '../subject.ts';
import type { KeyBinding } from '../verdict.ts';
import { nameReference } from '../wording.ts';
import { foldPlan, type Scanned } from './fold-plan.ts';
import { findGenericLeaves } from './generic-leaves.ts';
import { drawGrid } from './grid.ts';
import { describeShape } from './shape.ts';
import { stageOf } from './stage.ts';

export interface Drawing {
  readonly catalog: Catalog;
  readonly showValues: boolean;
}

/** Everything that can be shown of one statement, given what was found out about it and what that was read off. */
export function drawStatement(examined: Examined, { plan, generic, references }: Trace, { catalog, showValues }: Drawing): StatementPicture {
  const { tables, ...statement } = toStatement(examined, showValues);
  const isMasked = statement.captured && !showValues;
  const folded = plan === null ? null : foldPlan(plan, { scans: scansOf(references), aliases: aliasesOf(references) });
  return {
    ...statement,
    references: references.flatMap(
      (located, index) => drawReference(located, tables[index], { statement: examined.statement, sql: statement.sql, catalog, generic }) ?? [],
    ),
    tree: folded === null || !isMasked ? folded : maskBranch(folded),
  };
}

interface Around {
  readonly statement: Statement;
  /** Its text as it may be shown: as long, perhaps without its values. */
  readonly sql: string;
  readonly catalog: Catalog;
  readonly generic: PlanNode | null;
}

function drawReference(
  { planned, reference }: Located,
  table: TableReport | undefined,
  { statement, sql, ...around }: Around,
): ReferencePicture | null {
  // What was judged without a verdict is in no report.
  if (table === undefined) return null;
  const { attribution, leaves, pruned } = planned;
  const named = attribution.candidate?.named ?? attribution.root;
  const scanned = new Set(attribution.instances.flatMap((instance) => instance.map(({ leaf }) => leaf)));
  const isRunTime = leaves.planned > 1 && reference.keys.some(({ binding }) => binding === 'run-time');
  const grid = drawGrid(named, { planned: scanned, removed: pruned.start, isRunTime });
  return {
    ...table,
    title: nameReference(reference).replaceAll('`', ''),
    shape: describeShape(named),
    role: attribution.candidate?.reference.role === 'insert' ? 'insert' : 'read',
    span: toPair(reference.span, statement),
    keys: reference.keys.map((key, index) => ({
      ...(table.keys[index] as TableReport['keys'][number]),
      ...drawKey(key, statement, sql),
      stage: stageOf(key, named, grid),
    })),
    grid,
    genericGrid: drawGeneric({ planned, reference }, named, around),
  };
}

function drawGeneric({ planned, reference }: Located, named: Partition, { catalog, generic }: Pick<Around, 'catalog' | 'generic'>): Grid | null {
  const reading = reference.generic;
  if (reading === null || generic === null || reading.planned === reference.leaves.planned) return null;
  const leaves = findGenericLeaves(planned, reading.planned, { plan: generic, catalog });
  return leaves === null ? null : drawGrid(named, { planned: leaves, removed: reading.start, isRunTime: false });
}

function drawKey(
  { span, fault, advice }: KeyBinding,
  statement: Statement,
  sql: string,
): Omit<KeyPicture, keyof TableReport['keys'][number] | 'stage'> {
  const [start, end] = toPair(span, statement) ?? [0, 0];
  const text = span === null ? null : sql.slice(start, end).replace(/\s+/g, ' ');
  return { text, span: toPair(span, statement), fault: toPair(fault, statement), advice };
}

function toPair(span: Span | null, statement: Statement): readonly [number, number] | null {
  if (span === null) return null;
  const { start, end } = toOwnSpan(statement, span);
  return [start, end];
}

function scansOf(references: readonly Located[]): ReadonlyMap<PlanNode, Scanned> {
  const scans = new Map<PlanNode, Scanned>();
  for (const { planned, reference } of references) {
    const title = nameReference({ ...reference, through: null }).replaceAll('`', '');
    for (const instance of planned.attribution.instances) for (const { node, leaf } of instance) scans.set(node, { reference: planned, title, leaf });
  }
  return scans;
}

function aliasesOf(references: readonly Located[]): ReadonlyMap<string, string> {
  return new Map(
    references.flatMap(({ planned: { attribution } }) =>
      attribution.instances.flatMap((instance) => instance.map(({ alias }) => [alias, attribution.alias] as const)),
    ),
  );
}

/** The plan holds the values of a captured statement. */
function maskBranch(branch: PlanBranch): PlanBranch {
  return { ...branch, conditions: branch.conditions.map(maskLiterals), children: branch.children.map(maskBranch) };
}
