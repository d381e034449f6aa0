import type { Catalog } from '../src/catalog/catalog.ts';
import { isPruned, strategyOf } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
import type { KeyBinding, Reference } from '../src/verdict.ts';
import { aboutKey, conditionOn, placeOf, reasonOf, referencesOf } from '../src/wording.ts';

export default {
  id: 'no-wrapped-partition-key',
  summary: 'A partition key stands inside an expression, or is compared with another type, so that it leaves no leaf out.',
  why:
    'PostgreSQL prunes leaves by comparing a bare key with a value. A cast or function around the key, a row comparison, an OR with an arm that lacks the key, or a value of a type ' +
    'that forces the key to be converted (a numeric against an integer) hides the key: the statement shows it, the plan reads every leaf.',
  bad: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at::date = '2025-06-11'`,
  good: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at >= '2025-06-11 00:00:00+00' AND created_at < '2025-06-12 00:00:00+00'`,
  severity: 'error',
  *check({ judgement, catalog }) {
    for (const [index, reference] of referencesOf(judgement).entries()) {
      for (const key of reference.keys) {
        if (key.binding !== 'wrapped' || isPruned(reference, key, catalog)) continue;
        const help = key.advice ?? helpFor(key, reference, catalog);
        yield { ...aboutKey({ index, reference, key, cause: reasonOf(key) }), span: placeOf(key, reference), help };
      }
    }
  },
} satisfies Rule;

function helpFor({ column, wrap }: KeyBinding, reference: Reference, catalog: Catalog): string {
  const condition = `\`${conditionOn(column, reference.alias, strategyOf(reference, column, catalog))}\``;
  if (wrap === 'or') return `Constrain \`${column}\` in every arm of the OR, or beside it: ${condition}; or write one statement for each arm.`;
  if (wrap === 'row') return `Add a plain condition beside the row comparison: ${condition}.`;
  if (wrap === 'value') return `Compare \`${column}\` with a value of its own type that is known before the query runs: ${condition}.`;
  return `Compare the bare key with values of its own type: ${condition}.`;
}
