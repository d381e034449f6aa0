import { placingOf } from './catalog/places.ts';
import { findCandidates } from './plan/candidates.ts';
import type { Glance } from './plan/glance.ts';
import type { Judgement } from './plan/judgement.ts';
import { findKeyRoles, type KeyRole } from './sample/roles.ts';
import { likenessOf, unnamed } from './source/magnitude.ts';
import type { Statement, ValueSet } from './source/statement.ts';
import { parseNumbered } from './sql/numbered.ts';
import { findReferences } from './sql/references.ts';
import { readStatementText } from './sql/statement-text.ts';
import type { Subject } from './subject.ts';
import { precedence, type Verdict } from './verdict.ts';

interface Examiner {
  readonly glance: Glance;
  readonly examine: (statement: Statement) => Promise<Omit<Subject, 'statement'>>;
}

interface Keys {
  readonly all: ReadonlyMap<number, KeyRole>;
  readonly worsening: ReadonlyMap<number, KeyRole>;
}

/** So many executions of one statement are looked at. */
const mostGlances = 64;

/**
 * Of a statement that was seen with many values the execution that is judged worst: where its first one passes, one of each other place among the
 * bounds of its keys is judged, too. What was not looked at is counted.
 */
export async function examineValueSets(first: Subject, { glance, examine }: Examiner): Promise<Subject> {
  const { valueSets } = first.statement;
  if (valueSets === undefined || !mayBeWorse(first.judgement)) return first;
  const keys = findKeys(first);
  const seen = new Set<string>();
  const nothing = new Set<string>();
  let worst = first;
  let glances = 0;
  let unjudgedCalls = keys?.worsening.size === 0 ? 0 : valueSets.rest;
  for (const [index, set] of valueSets.sets.entries()) {
    const place = placeOf(set, keys?.worsening ?? null);
    if (!place.isOne) unjudgedCalls += set.calls - 1;
    const whole = placeOf(set, keys?.all ?? null);
    if (seen.has(place.key) || nothing.has(whole.key)) continue;
    const look = async (): Promise<Verdict | null> => {
      // The first of the first set is what was judged.
      if (index === 0) return 'verdict' in first.judgement ? first.judgement.verdict : null;
      glances += 1;
      const { sql, parameters } = set.read();
      const text = sql === first.statement.sql ? first.text : readStatementText(sql);
      const verdict = await glance(text, parameters).catch(ofDepth);
      if (verdict === null || rankOf(verdict) >= rank(worst.judgement)) return verdict;
      const statement = { ...first.statement, sql, parameters };
      const examined = await examine(statement);
      if (rank(examined.judgement) < rank(worst.judgement)) worst = { statement, ...examined };
      return verdict;
    };
    const verdict = glances < mostGlances ? await look() : null;
    if (verdict === null) unjudgedCalls += place.isOne ? set.calls : 1;
    // One that reads nothing, such as a group that there is not, does not speak for others at the same place.
    else if (verdict === 'no-scan') {
      nothing.add(whole.key);
      if (place.isOne && !whole.isOne) unjudgedCalls += set.calls - 1;
    } else seen.add(place.key);
  }
  return unjudgedCalls === 0 ? worst : { ...worst, unjudgedCalls };
}

/** Where the values of the keys lie among their bounds, and whether that is one place for all executions of a set; without keys each value counts. */
function placeOf({ low, high, textOf }: ValueSet, keys: ReadonlyMap<number, KeyRole> | null): { readonly key: string; readonly isOne: boolean } {
  let isOne = true;
  const numbers = keys === null ? low.map((_, index) => index + 1) : [...keys.keys()];
  const places = numbers.map((number) => {
    const [least = 0, most = 0] = [low[number - 1], high[number - 1]];
    const text = textOf(number) ?? '';
    const place = toPlace(keys?.get(number), text);
    isOne &&= (least === most && least !== unnamed) || (typeof place(least) === 'number' && place(least) === place(most));
    return place(least);
  });
  return { key: JSON.stringify(places), isOne };
}

function toPlace(role: KeyRole | undefined, text: string): (size: number) => number | string {
  if (role === undefined || role.comparison.use === 'part') return () => text;
  const placing = placingOf(role.root, role.part.name);
  return role.comparison.use === 'day'
    ? (size) => (likenessOf(size) === 'date' ? placing(Math.floor(size / 1e6) * 1e6, text.slice(0, 10)) : text)
    : (size) => placing(size, text);
}

/** The parameters and constants that keys are compared with, and those of them whose other values may read more; `null` where that cannot be told. */
function findKeys({ statement, text, judgement, catalog }: Subject): Keys | null {
  if (text.planned === null) return { all: new Map(), worsening: new Map() };
  const tree = parseNumbered(text.planned, text.parameters);
  if (tree === null) return null;
  const roles = [...findKeyRoles(tree, findCandidates(findReferences(tree), catalog))];
  const isAlone = ({ part, comparison }: KeyRole): boolean =>
    comparison.direction === 'equal' &&
    roles.filter(([, other]) => other.part.name === part.name && other.comparison.direction === 'equal').length === 1;
  const isList = (number: number): boolean => statement.parameters?.values.get(number)?.startsWith('{') === true;
  const worsening = roles.filter(([number, role]) => !isAlone(role) || isList(number) || !isEquality(judgement, role.part.name));
  return { all: new Map(roles), worsening: new Map(worsening) };
}
/** Whether a key is equal to one value wherever it counts. Whichever the value is, it reads no more than another. */
function isEquality(judgement: Judgement, column: string): boolean {
  if (judgement.status !== 'analysed') return false;
  const keys = judgement.references.flatMap((reference) => reference.keys).filter((key) => key.column === column);
  return keys.length > 0 && keys.every(({ binding }) => binding === 'equality' || binding === 'bound');
}

/** What nests too deep for our own reading is no worse than its like. */
function ofDepth(error: unknown): null {
  if (!(error instanceof RangeError)) throw error;
  return null;
}

function mayBeWorse(judgement: Judgement): boolean {
  if (judgement.status !== 'analysed') return judgement.status === 'inconclusive' && judgement.verdict === 'no-scan';
  return judgement.verdict === 'ok' || judgement.verdict === 'start-only' || judgement.verdict === 'no-scan';
}

/** What reads nothing says nothing, so that any other verdict counts before it. */
function rank(judgement: Judgement): number {
  if (judgement.status !== 'analysed') return precedence.length + 1;
  return rankOf(judgement.verdict);
}

function rankOf(verdict: Verdict): number {
  return verdict === 'no-scan' ? precedence.length : precedence.indexOf(verdict);
}
