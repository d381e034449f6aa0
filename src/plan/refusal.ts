import { findNeeded } from '../extensions/need.ts';
import type { MissingExtension } from '../schema-state.ts';
import { expressionSpan } from '../sql/spans.ts';
import type { StatementText } from '../sql/statement-text.ts';
import { inconclusive, type Judgement, type ParameterSource } from './judgement.ts';
import type { Refused } from './outcome.ts';

/** SQLSTATEs that say something of the schema or of the run, not of the statement. */
const circumstances: Readonly<Record<string, string>> = {
  '42P01': '',
  '25006': 'planning it runs a function that writes: ',
  '55P03': 'planning it waits for a lock that another session holds: ',
  '53200': 'planning it takes more locks or memory than the server has: ',
  '57014': 'planning it took too long: ',
};

/** A statement that is refused, on a server that may lack extensions. */
interface RefusedText {
  readonly text: StatementText;
  readonly missing: readonly MissingExtension[];
}

/** What becomes of a statement that the server refuses to plan. */
export function judgeRefusal({ text, missing }: RefusedText, { refusal, fault }: Refused, parameters: ParameterSource): Judgement {
  const { sqlstate, message, offset } = refusal;
  const extension = findNeeded(refusal, missing);
  if (extension !== null) return inconclusive(`needs the extension ${extension}, which this PostgreSQL does not have (${message})`, parameters);
  const circumstance = circumstances[sqlstate];
  if (circumstance !== undefined) return inconclusive(circumstance + message, parameters);
  if (fault === 'sample') return inconclusive(`no sample value fits (${message}); give values with planlint-params`, parameters);
  if (fault === 'types')
    return inconclusive(`the types of its parameters do not follow from it (${message}); give values with planlint-params`, parameters);
  return {
    status: 'failed',
    reason: message,
    sqlstate,
    span: offset === null || offset >= text.sql.length ? null : expressionSpan(text.sql, offset),
  };
}
