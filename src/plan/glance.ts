import type { Catalog } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import { findKeyRoles, likelyTypes } from '../sample/roles.ts';
import type { KnownParameters } from '../source/statement.ts';
import type { StatementText } from '../sql/statement-text.ts';
import type { Verdict } from '../verdict.ts';
import { findCandidates } from './candidates.ts';
import { knownValuations } from './known-values.ts';
import { planOnce } from './outcome.ts';
import { scanReader } from './scan-reader.ts';

/** The verdict on one execution of a statement, and nothing else of it; `null` where PostgreSQL refuses it. */
export type Glance = (text: StatementText, parameters: KnownParameters | null) => Promise<Verdict | null>;

/** Looks at executions of statements that were judged once; a judge would say of each what it has said of the first. */
export function createGlance(database: Database, catalog: Catalog): Glance {
  const reader = scanReader(catalog, 'custom');
  const valuationOf = knownValuations(database);
  return async (text, known) => {
    const { planned, tree, references } = text;
    if (planned === null || tree === null) return null;
    const candidates = findCandidates(references, catalog);
    const valuation = await valuationOf({ ...text, planned, likely: () => likelyTypes(findKeyRoles(tree, candidates)) }, known);
    const outcome = await planOnce(database, planned, valuation, { catalog, candidates, reader, wasPruned: true });
    return 'refusal' in outcome ? null : outcome.verdict;
  };
}
