import type { Refusal } from '../database/database.ts';
import { expressionSpan } from '../sql/spans.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Judgement, ParameterSource } from './judgement.ts';

/** SQLSTATEs that say something of the schema or of the run, not of the statement. */
const circumstances: Readonly<Record<string, string>> = {
  '42P01': '',
  '25006': 'planning it runs a function that writes: ',
  '57014': 'planning it took too long: ',
};

/** What becomes of a statement that the server refuses to plan. */
export function judgeRefusal(text: StatementText, { sqlstate, message, offset }: Refusal, parameters: ParameterSource): Judgement {
  const circumstance = circumstances[sqlstate];
  if (circumstance !== undefined) return inconclusive(circumstance + message, parameters);
  return {
    status: 'failed',
    reason: message,
    sqlstate,
    span: offset === null || offset >= text.sql.length ? null : expressionSpan(text.sql, offset),
  };
}

/** The statement was prepared before its sample was refused, so that the values are at fault. */
export function judgeSampleRefusal(text: StatementText, refusal: Refusal): Judgement {
  if (circumstances[refusal.sqlstate] !== undefined) return judgeRefusal(text, refusal, 'sampled');
  return inconclusive(`no sample value fits (${refusal.message}); give values with planlint-params`, 'sampled');
}

export function judgeUntyped({ message }: Refusal): Judgement {
  return inconclusive(`the types of its parameters do not follow from it (${message}); give values with planlint-params`, 'sampled');
}

export function inconclusive(reason: string, parameters: ParameterSource): Extract<Judgement, { status: 'inconclusive' }> {
  return { status: 'inconclusive', reason, verdict: null, parameters, references: [] };
}
