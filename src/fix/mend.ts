import type { Catalog } from '../catalog/catalog.ts';
import type { Judge } from '../plan/judge.ts';
import type { Judgement } from '../plan/judgement.ts';
import type { KnownParameters } from '../source/statement.ts';
import { readStatementText, type StatementText } from '../sql/statement-text.ts';
import { referencesOf } from '../wording.ts';
import { applyEdits, type Draft, type Edit, editDraft, toDraft, toEdits } from './edit.ts';
import { findFaults, weigh } from './faults.ts';
import { findPlace, writeAddition } from './place.ts';
import { type Draught, type Fault, newParameters, type Proposal } from './proposal.ts';
import { proposers } from './proposers.ts';
import { readScopes } from './scopes.ts';

/** A rewritten statement that the planner was asked about. */
export interface Mended {
  readonly sql: string;
  readonly edits: readonly Edit[];
  readonly kind: Proposal['kind'];
  readonly assumes: readonly string[];
  readonly needs: readonly string[];
  /** The most leaves that one reference reads now. */
  readonly leaves: number;
}

/** What a fix is sought with. */
export interface Workshop extends Pick<Draught, 'catalog' | 'typeOf' | 'hasPlainDays'> {
  readonly catalog: Catalog;
  readonly judge: Judge;
  /** Whether a judgement leaves nothing to find fault with. */
  readonly isGood: (text: StatementText, judgement: Judgement) => boolean;
}

interface State {
  readonly draft: Draft;
  readonly text: StatementText;
  readonly judgement: Judgement;
  readonly applied: readonly Proposal[];
  readonly needs: readonly string[];
}

/** Plans that are asked for at most. */
const budget = 10;

/** Rewrites a statement until the planner reads one leaf of each table; `null` where that is not reached. The steps that keep all rows come first. */
export async function mend(
  text: StatementText,
  judgement: Judgement,
  parameters: KnownParameters | null,
  workshop: Workshop,
): Promise<Mended | null> {
  let left = budget;
  const seen = new Set([text.sql]);
  const tryStep = async (state: State, proposals: readonly Proposal[]): Promise<State | null> => {
    const next = write(state, proposals);
    if (next === null || left === 0 || seen.has(next.text.sql)) return null;
    seen.add(next.text.sql);
    left -= 1;
    const judged = await workshop.judge(next.text, stillKnown(next.text, parameters));
    const isBetter =
      judged.status === 'analysed' && weigh(judged.references) < weigh(referencesOf(state.judgement)) && readsAsMuch(judged, judgement);
    return isBetter ? { ...next, judgement: judged } : null;
  };
  let state: State = { draft: toDraft(text.sql), text, judgement, applied: [], needs: [] };
  for (let stage = 0; stage < proposers.length && left > 0; ) {
    if (workshop.isGood(state.text, state.judgement)) break;
    const proposals = proposeFor(state, stage, workshop);
    let next = proposals.length === 0 ? null : await tryStep(state, proposals);
    for (const proposal of next === null && proposals.length > 1 ? proposals : []) next ??= await tryStep(state, [proposal]);
    if (next === null) stage += 1;
    else [state, stage] = [next, 0];
  }
  if (state.applied.length === 0 || !workshop.isGood(state.text, state.judgement)) return null;
  return toMended(state, text.sql);
}

/** What is proposed for each fault in one stage; in the last one for one table only, since joins hand on what it is given. */
function proposeFor({ text, judgement }: State, stage: number, workshop: Workshop): readonly Proposal[] {
  if (text.tree === null) return [];
  const scopes = readScopes(text.tree);
  const draught: Draught = { ...workshop, text, scopes };
  const faults = findFaults(referencesOf(judgement), scopes, workshop.catalog);
  const makers = proposers[stage] ?? [];
  const found: Proposal[] = [];
  let owner: Fault['relation'] | null = null;
  for (const fault of faults) {
    if (stage === proposers.length - 1 && owner !== null && fault.relation !== owner) continue;
    for (const maker of makers) {
      const proposal = maker(fault, draught);
      if (proposal === null) continue;
      found.push({ relation: fault.relation, ...proposal });
      owner = fault.relation;
      break;
    }
  }
  return found;
}

/** The state with proposals made to it; edits that overlap an earlier one are left out with all that belongs to them. */
function write({ draft, text, judgement, applied, needs: known }: State, proposals: readonly Proposal[]): State | null {
  const edits: Edit[] = [];
  const additions = new Map<number, { place: NonNullable<ReturnType<typeof findPlace>>; conditions: string[] }>();
  const used: Proposal[] = [];
  for (const proposal of proposals) {
    if (proposal.edits.some((edit) => edits.some((other) => edit.start < other.end && other.start < edit.end))) continue;
    const place = proposal.conditions.length === 0 || proposal.relation === undefined ? null : findPlace(proposal.relation, text.sql);
    if (proposal.conditions.length > 0 && place === null) continue;
    edits.push(...proposal.edits);
    if (place !== null) {
      const there = additions.get(place.place.at) ?? { place, conditions: [] };
      there.conditions.push(...proposal.conditions.filter((condition) => !there.conditions.includes(condition)));
      additions.set(place.place.at, there);
    }
    used.push(proposal);
  }
  for (const { place, conditions } of additions.values()) edits.push(...writeAddition({ ...place, conditions }, text.sql));
  if (edits.length === 0) return null;
  const needs = [...known];
  const number = (column: string): string => `$${text.parameters + needs.push(column) - known.length}`;
  const numbered = edits
    .toSorted((a, b) => a.start - b.start)
    .map((edit) => ({ ...edit, text: edit.text.replaceAll(newParameters, (_, column: string) => number(column)) }));
  const sql = applyEdits(text.sql, numbered);
  return { draft: editDraft(draft, numbered), text: readStatementText(sql), judgement, applied: [...applied, ...used], needs };
}

/** A reference that the planner could leave out now would prove nothing. */
function readsAsMuch(after: Judgement, before: Judgement): boolean {
  const count = (judgement: Judgement): number => referencesOf(judgement).filter(({ leaves }) => leaves.planned > 0).length;
  return count(after) >= count(before);
}

/** What was captured for the statement as it was is given for the one that it becomes. */
function stillKnown({ parameters: count }: StatementText, known: KnownParameters | null): KnownParameters | null {
  return known === null || known.values.size === count ? known : { ...known, from: 'given' };
}

function toMended({ draft, text, judgement, applied, needs }: State, original: string): Mended {
  return {
    sql: text.sql,
    edits: toEdits(draft, original),
    kind: applied.every(({ kind }) => kind === 'same') ? 'same' : 'narrowed',
    assumes: [...new Set(applied.flatMap(({ assumes }) => assumes ?? []))],
    needs,
    leaves: Math.max(0, ...referencesOf(judgement).map(({ leaves }) => leaves.planned)),
  };
}
