import type { Catalog } from '../catalog/catalog.ts';
import type { CapturedPlan } from '../source/captured-plan.ts';
import { splitSql } from '../sql/split.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Verdict } from '../verdict.ts';
import { findCandidates, findEmpty } from './candidates.ts';
import { freeParameters, withAliasOfTable } from './captured-conditions.ts';
import { placeRelations } from './captured-relations.ts';
import { inconclusive } from './judgement.ts';
import { periodReader } from './key-period.ts';
import { locateReferences } from './locate.ts';
import { isPass, type Judged, readOutcome } from './outcome.ts';
import { type PlanNode, toPlan, visitPlan } from './plan.ts';
import { findPlanFault } from './plan-nodes.ts';
import type { PlannedReference, Reading } from './read-references.ts';
import { type ScanReader, scanReader } from './scan-reader.ts';
import { conclude, type Trace, untraced } from './trace.ts';
import { findUnjudged } from './unjudged.ts';
import { doubtEmptied } from './unproven.ts';

/** A plan that was captured, reduced to what verdicts are made of, or why it cannot be read. */
export type CapturedReading = { readonly plan: PlanNode } | { readonly fault: string };

/** Judges a statement by the plan that it was run by; no server sees it. */
export type CapturedTracer = (text: StatementText, captured: CapturedReading) => Trace;

export function readCaptured({ root }: CapturedPlan): CapturedReading {
  const fault = findPlanFault(root);
  return fault === null ? { plan: toPlan([{ Plan: root }]) } : { fault };
}

/** A judge of captured plans for a catalogue. It remembers what it has read of conditions. */
export function createCapturedTracer(catalog: Catalog): CapturedTracer {
  const reader = scanReader(catalog, 'custom');
  return (text, captured) => {
    const parameters = text.parameters === 0 ? 'none' : 'captured';
    if (text.planned === null) return untraced({ status: 'skipped', reason: text.command });
    if ('fault' in captured) return untraced(inconclusive(`its plan ${captured.fault}`, parameters));
    if (text.tree === null) return untraced(inconclusive("planlint's parser does not read it", parameters));
    if (splitSql(text.sql).pieces.length > 1)
      return untraced(inconclusive('its text is of several statements, and the plan is that of one', parameters));
    const candidates = findCandidates(text.references, catalog);
    const placed = placeRelations(captured.plan, catalog);
    const { plan, isGeneric } = freeParameters(withAliasOfTable(placed.plan, catalog, candidates), catalog);
    const reading: Reading = { catalog, candidates, reader, wasPruned: true };
    const outcome = readOutcome(plan, reading);
    const isValueless = isGeneric && !hasStarted(plan) && outcome.references.some((reference) => isBoundByParameter(reference, reader));
    const veil = findVeil(outcome, { ...placed, isValueless });
    if (veil !== null) return untraced(inconclusive(veil, parameters));
    const located = locateReferences(outcome.references, {
      text,
      catalog,
      reader,
      periodOf: periodReader({ reader, generic: null, isSampled: isGeneric }),
    });
    const doubt =
      findDoubt(outcome, placed.strangers, isAnother(outcome, reading)) ??
      (isPass(outcome) ? findEmpty(candidates) : null) ??
      doubtEmptied(outcome, candidates);
    const unjudged = findUnjudged(text.references, catalog);
    return conclude({ parameters, verdict: outcome.verdict, plan, generic: null, references: located, unjudged, doubt });
  };
}

interface Circumstances {
  readonly isTerse: boolean;
  readonly isValueless: boolean;
}

/** Why nothing can be said of what is read, or `null`: the plan lists leaves that may be left out, or hides what it demands of them. */
function findVeil({ references }: Judged, { isTerse, isValueless }: Circumstances): string | null {
  if (isValueless) return 'its plan was made without values, as EXPLAIN (GENERIC_PLAN) does, and does not tell what they leave out';
  const unconstrained = references.filter((reference) => reference.verdict === 'missing-key');
  return isTerse && unconstrained.length > 0 && unconstrained.every(readsForeign)
    ? 'its plan does not tell what a foreign server is asked for: capture the plan with VERBOSE'
    : null;
}

/** Verdicts that stand whatever else is read. */
const standing: ReadonlySet<Verdict> = new Set(['missing-key', 'multi-leaf', 'run-only']);

/** Why the verdict of a captured plan does not hold, or `null`. */
function findDoubt({ verdict }: Judged, [stranger]: readonly string[], isAnother: boolean): string | null {
  if (stranger !== undefined && !standing.has(verdict)) return stranger;
  return isAnother ? 'its plan reads none of the partitioned tables that its text names' : null;
}

function readsForeign({ attribution }: PlannedReference): boolean {
  return attribution.instances.some((instance) => instance.some(({ node }) => node.type === 'Foreign Scan'));
}

/** Several leaves are listed, and a parameter of the statement says something of their keys: its value would have left some out. */
function isBoundByParameter({ attribution, keys, leaves }: PlannedReference, reader: ScanReader): boolean {
  if (leaves.planned < 2) return false;
  const names = (column: string): string => `"sval":${JSON.stringify(column)}`;
  return attribution.instances.flat().some((scan) =>
    reader.conjunctsOf(scan).some((conjunct) => {
      const text = JSON.stringify(conjunct);
      return /"sval":"\$\d+"/.test(text) && keys.some(({ part }) => part.isExpression || text.includes(names(part.name)));
    }),
  );
}

/** Whether executor start has taken anything away. */
function hasStarted(plan: PlanNode): boolean {
  let removed = 0;
  visitPlan(plan, (node) => {
    removed += node.removed;
  });
  return removed > 0;
}

function isAnother({ verdict }: Judged, { candidates }: Reading): boolean {
  return verdict === 'not-partitioned' && candidates.some(({ reference }) => reference.role === 'read');
}
