import type { Catalog } from '../src/catalog/catalog.ts';
import { isPruned, levelOfKey, namedPartition } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
import type { KeyBinding, Reference } from '../src/verdict.ts';
import { conditionOn, describeReading, nameReference, referencesOf } from '../src/wording.ts';

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
        yield {
          reference: index,
          key: key.column,
          span: key.span ?? reference.span,
          message: `${nameReference(reference)} ${describeReading(reference)}; ${key.why.replace(/\.$/, '')}`,
          help: helpFor(key, reference, catalog),
          evidence: {
            alias: reference.alias,
            key: key.column,
            binding: key.binding,
            leaves: reference.leaves.planned,
            total: reference.leaves.total,
          },
        };
      }
    }
  },
} satisfies Rule;

function helpFor({ column, wrap }: KeyBinding, reference: Reference, catalog: Catalog): string {
  const named = namedPartition(reference, catalog);
  const strategy = (named === undefined ? undefined : levelOfKey(named, column))?.strategy ?? 'list';
  const condition = `\`${conditionOn(column, reference.alias, strategy)}\``;
  if (wrap === 'or') return `Constrain \`${column}\` in every arm of the OR, or beside it: ${condition}; or write one statement for each arm.`;
  if (wrap === 'row') return `Add a plain condition beside the row comparison: ${condition}.`;
  if (wrap === 'value') return `Compare \`${column}\` with a value of its own type that is known before the query runs: ${condition}.`;
  return `Compare the bare key with values of its own type: ${condition}.`;
}
