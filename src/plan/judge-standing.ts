import type { KnownParameters, Standing } from '../source/statement.ts';
import { readStatementText, type StatementText } from '../sql/statement-text.ts';
import type { KeyBinding } from '../verdict.ts';
import type { Judge } from './judge.ts';
import { inconclusive, type Judgement } from './judgement.ts';
import { isPass } from './outcome.ts';

/** A statement of the schema's files. */
export interface StandingText {
  readonly sql: string;
  readonly standing: Standing;
  readonly parameters: KnownParameters | null;
}

interface Settled {
  readonly text: StatementText;
  readonly judgement: Judgement;
}

/** Judges a statement where it stands in the schema. Of several ways to plan it the first that passes counts, else the last that could be judged. */
export async function judgeStanding({ sql, standing, parameters }: StandingText, judge: Judge): Promise<Settled> {
  const { edits, unread, isView } = standing;
  const text = readStatementText(sql, edits[0]);
  if (unread !== null) return { text, judgement: unread.status === 'skipped' ? { ...unread, status: 'skipped' } : inconclusive(unread.reason) };
  let settled: Settled | null = null;
  for (const way of edits) {
    const read = readStatementText(sql, way);
    const judgement = settle(await judge(read, parameters), isView);
    if (settled === null || judgement.status === 'analysed') settled = { text: read, judgement };
    if (judgement.status === 'analysed' && isPass(judgement)) break;
  }
  return settled ?? { text, judgement: inconclusive('it was not read') };
}

/** What is refused may have been right when it ran, or is so with variables that are not known here. */
function settle(judgement: Judgement, isView: boolean): Judgement {
  if (judgement.status === 'failed') return inconclusive(`it cannot be planned where it stands: ${judgement.reason}`);
  if (judgement.status === 'skipped') return judgement;
  const references = isView ? judgement.references.map((reference) => ({ ...reference, keys: reference.keys.map(ofView) })) : judgement.references;
  if (judgement.status === 'analysed') return { ...judgement, references };
  return { ...judgement, references, reason: judgement.reason.replace(/; give values with planlint-params$/, '') };
}

/** The conditions that a view was planned with stand nowhere. */
function ofView(key: KeyBinding): KeyBinding {
  const placeless = { ...key, span: null, fault: null };
  if (key.binding !== 'missing' && key.binding !== 'wrapped' && key.binding !== 'run-time') return placeless;
  return {
    ...placeless,
    why: `no condition on a column of the view reaches \`${key.column}\`.`,
    advice: `Let the view show \`${key.column}\` as it is, with no LIMIT, DISTINCT or window that keeps conditions out; or constrain it inside the view.`,
  };
}
