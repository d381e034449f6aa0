import type { Catalog } from '../catalog/catalog.ts';
import type { Judge } from '../plan/judge.ts';
import type { Judgement } from '../plan/judgement.ts';
import { isPass } from '../plan/outcome.ts';
import type { KnownParameters } from '../source/statement.ts';
import { type Draft, editDraft, toDraft, toEdits } from '../sql/draft.ts';
import { applyEdits, type Edit } from '../sql/edits.ts';
import { type Node, nodesOf } from '../sql/parse.ts';
import { readStatementText, type StatementText } from '../sql/statement-text.ts';
import { referencesOf } from '../wording.ts';
import { findFaults, weigh } from './faults.ts';
import { findPlace, keepComments, writeAddition } from './place.ts';
import { newParameters, type Proposal, type Setting } from './proposal.ts';
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
export interface Workshop extends Pick<Setting, 'catalog' | 'typeOf' | 'isEnum' | 'hasPlainDays'> {
  readonly catalog: Catalog;
  readonly judge: Judge;
  /** Whether the rules find an error in what a statement reads. */
  readonly isBad: (text: StatementText, judgement: Judgement) => boolean;
}

interface State {
  readonly draft: Draft;
  readonly text: StatementText;
  readonly judgement: Judgement;
  readonly applied: readonly Proposal[];
  readonly needs: readonly string[];
  /** The stages that its steps were of. */
  readonly stages: readonly number[];
}

/** Plans that are asked for at most. */
const budget = 12;

/** Rewrites a statement until the planner reads one leaf of each table; `null` where that is not reached. The steps that keep all rows come first. */
export async function mend(
  text: StatementText,
  judgement: Judgement,
  parameters: KnownParameters | null,
  workshop: Workshop,
): Promise<Mended | null> {
  let left = budget;
  const start: State = { draft: toDraft(text.sql), text, judgement, applied: [], needs: [], stages: [] };
  const tryStep = async (state: State, proposals: readonly Proposal[]): Promise<State | null> => {
    const next = write(state, proposals);
    if (next === null || left === 0) return null;
    left -= 1;
    const judged = await workshop.judge(next.text, stillKnown(next.text, parameters));
    const isBetter = weigh(referencesOf(judged)) < weigh(referencesOf(state.judgement));
    return judged.status === 'analysed' && isBetter && readsAll({ ...next, judgement: judged }, start) ? { ...next, judgement: judged } : null;
  };
  const run = async (from: number): Promise<State> => {
    let state = start;
    for (let stage = from; stage < proposers.length && left > 0 && workshop.isBad(state.text, state.judgement); ) {
      const next = await findStep(state, stage, tryStep, workshop);
      if (next === null) stage += 1;
      else [state, stage] = [{ ...next, stages: [...state.stages, stage] }, from];
    }
    return state;
  };
  const isMended = ({ applied, text: now, judgement: judged }: State): boolean =>
    applied.length > 0 && judged.status === 'analysed' && isPass(judged) && !workshop.isBad(now, judged);
  const state = await run(0);
  if (!isMended(state)) return null;
  const last = Math.max(...state.stages);
  // Steps of an earlier stage may have turned out to be of no use.
  const shorter = state.stages.some((stage) => stage < last) ? await run(last) : state;
  const isBetter = isMended(shorter) && shorter.needs.length <= state.needs.length && shorter.text.sql.length < state.text.sql.length;
  return toMended(isBetter ? shorter : state, text.sql);
}

/** The first step of a stage that brings the statement forward: the same choice for all faults at once, or for one of them. */
async function findStep(
  state: State,
  stage: number,
  tryStep: (state: State, proposals: readonly Proposal[]) => Promise<State | null>,
  workshop: Workshop,
): Promise<State | null> {
  const choices = proposeFor(state, stage, workshop);
  const most = Math.max(0, ...choices.map((proposals) => proposals.length));
  for (let choice = 0; choice < most; choice += 1) {
    const proposals = choices.flatMap((own) => own[choice] ?? []);
    let next = await tryStep(state, proposals);
    for (const proposal of proposals.length > 1 ? proposals : []) next ??= await tryStep(state, [proposal]);
    if (next !== null) return next;
  }
  return null;
}

/** What is proposed in one stage for each fault, best first; in the last stage for one table only, since joins hand on what it is given. */
function proposeFor({ text, judgement }: State, stage: number, workshop: Workshop): readonly (readonly Proposal[])[] {
  if (text.tree === null) return [];
  const scopes = readScopes(text.tree);
  const setting: Setting = { ...workshop, text, scopes };
  const faults = findFaults(referencesOf(judgement), scopes, workshop.catalog);
  const found = faults.map((fault) => ({
    fault,
    proposals: (proposers[stage] ?? []).flatMap((propose) => {
      const proposal = propose(fault, setting);
      return proposal === null ? [] : [{ relation: fault.relation, ...proposal }];
    }),
  }));
  const owner = found.find(({ proposals }) => proposals.length > 0)?.fault.relation;
  return found.filter(({ fault }) => stage < proposers.length - 1 || fault.relation === owner).map(({ proposals }) => proposals);
}

/** The state with proposals made to it; edits that overlap an earlier one are left out with all that belongs to them. */
function write({ draft, text, judgement, applied, needs: known, stages }: State, proposals: readonly Proposal[]): State | null {
  const edits: Edit[] = [];
  const additions = new Map<number, { place: NonNullable<ReturnType<typeof findPlace>>; conditions: string[] }>();
  const used: Proposal[] = [];
  for (const proposal of proposals) {
    // What a narrower ON no longer finds would be inserted once more, or deleted.
    if (proposal.kind === 'narrowed' && proposal.relation?.scope.changesUnmatched === true) continue;
    if (proposal.edits.some((edit) => edits.some((other) => edit.start < other.end && other.start < edit.end && edit.text !== other.text))) continue;
    const place = proposal.conditions.length === 0 || proposal.relation === undefined ? null : findPlace(proposal.relation, text.sql);
    if (proposal.conditions.length > 0 && place === null) continue;
    // Two keys can want the same change.
    edits.push(
      ...proposal.edits.filter((edit) => !edits.some((other) => edit.start === other.start && edit.end === other.end && edit.text === other.text)),
    );
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
    .map((edit) => keepComments(text.sql, { ...edit, text: edit.text.replaceAll(newParameters, (_, column: string) => number(column)) }));
  const sql = applyEdits(text.sql, numbered);
  const written = readStatementText(sql);
  if (written.tree === null || !keepsParameters(text.tree, written.tree)) return null;
  return { draft: editDraft(draft, numbered), text: written, judgement, applied: [...applied, ...used], needs, stages };
}

/** The caller goes on passing all its values, and PostgreSQL refuses one that has no place. */
function keepsParameters(before: Node | null, after: Node): boolean {
  const left = parametersIn(after);
  return [...parametersIn(before)].every((number) => left.has(number));
}

function parametersIn(tree: Node | null): ReadonlySet<number> {
  return new Set(nodesOf(tree, 'ParamRef').map(({ number = 0 }) => number));
}

/** A reference that the planner can leave out now would prove nothing; one that the text no longer names is another matter. */
function readsAll(after: State, before: State): boolean {
  const read = ({ judgement }: State): number => referencesOf(judgement).filter(({ leaves }) => leaves.planned > 0).length;
  return read(before) - read(after) <= tablesIn(before) - tablesIn(after);
}

function tablesIn({ text }: State): number {
  return text.references.filter(({ role }) => role !== 'function').length;
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
