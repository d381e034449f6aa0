import type { Database } from '../database/database.ts';
import { changesRows } from '../sql/changes-rows.ts';
import type { StatementText } from '../sql/statement-text.ts';
import { explainExecuted } from './explain.ts';
import type { ParameterSource } from './judgement.ts';
import type { Planned } from './outcome.ts';
import { isSameReference, type PlannedReference, type Reading, readReferences } from './read-references.ts';

interface Executable {
  readonly planned: Planned;
  readonly text: StatementText;
  readonly parameters: ParameterSource;
}

/**
 * Executes a statement of which values known at run time decide which leaves are read, in a transaction that is rolled back, and counts those that
 * were. What cannot be executed, or is executed by another plan than the one that was judged, is left as it is.
 */
export async function withExecuted(
  database: Database,
  { planned: { references, valuation }, text, parameters }: Executable,
  reading: Reading,
): Promise<readonly PlannedReference[]> {
  const isWhole = text.planned === text.sql;
  if (!isWhole || text.tree === null || !references.some(waitsForRun)) return references;
  const access = changesRows(text.tree) ? 'read write' : 'read only';
  const explained = await explainExecuted(database, text.sql, { ...valuation, access });
  if ('refusal' in explained) return references;
  const ran = readReferences(explained.plan, reading);
  return references.map((reference) => {
    const same = ran.find((other) => isSameReference(reference, other));
    if (same === undefined || same.leaves.planned !== reference.leaves.planned || !waitsForRun(reference)) return reference;
    return { ...reference, executed: same.executed, executedWith: parameters };
  });
}

function waitsForRun({ leaves, keys }: PlannedReference): boolean {
  return leaves.planned > 1 && keys.some(({ binding }) => binding === 'run-time');
}
