import { findCandidates } from './plan/candidates.ts';
import type { Glance } from './plan/glance.ts';
import type { Judgement } from './plan/judgement.ts';
import { findKeyRoles, type KeyRole } from './sample/roles.ts';
import type { Statement } from './source/statement.ts';
import { parseStatement } from './sql/parse.ts';
import { findReferences } from './sql/references.ts';
import { numberLiterals } from './sql/skeleton.ts';
import { readStatementText } from './sql/statement-text.ts';
import type { Subject } from './subject.ts';
import { precedence, type Verdict } from './verdict.ts';

interface Examiner {
  readonly glance: Glance;
  readonly examine: (statement: Statement) => Promise<Omit<Subject, 'statement'>>;
}

/**
 * Of a statement that was seen with many values the execution that is judged worst: where its first one passes, those with the extremes of a key are
 * judged too.
 */
export async function examineExtremes(first: Subject, { glance, examine }: Examiner): Promise<Subject> {
  const { extremes = [] } = first.statement;
  if (extremes.length === 0 || !mayBeWorse(first.judgement)) return first;
  const keys = findKeyNumbers(first);
  let worst = first;
  for (const { of, sql, parameters } of extremes) {
    if (keys !== null && !of.some((number) => keys.has(number))) continue;
    const text = sql === first.statement.sql ? first.text : readStatementText(sql);
    const verdict = await glance(text, parameters).catch(ofDepth);
    if (verdict === null || rankOf(verdict) >= rank(worst.judgement)) continue;
    const statement = { ...first.statement, sql, parameters };
    const examined = await examine(statement);
    if (rank(examined.judgement) < rank(worst.judgement)) worst = { statement, ...examined };
  }
  return worst;
}

/** The numbers of the parameters and constants that keys are compared with, as far as other values may read more; `null` where that cannot be told. */
function findKeyNumbers({ statement, text, judgement, catalog }: Subject): ReadonlySet<number> | null {
  if (text.planned === null) return new Set();
  const { tree } = parseStatement(numberLiterals(text.planned, text.parameters));
  if (tree === null) return null;
  const roles = [...findKeyRoles(tree, findCandidates(findReferences(tree), catalog))];
  const isAlone = ({ part, comparison }: KeyRole): boolean =>
    comparison.direction === 'equal' &&
    roles.filter(([, other]) => other.part.name === part.name && other.comparison.direction === 'equal').length === 1;
  const isList = (number: number): boolean => statement.parameters?.values.get(number)?.startsWith('{') === true;
  return new Set(roles.flatMap(([number, role]) => (isAlone(role) && !isList(number) && isEquality(judgement, role.part.name) ? [] : [number])));
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
