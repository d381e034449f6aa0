import { isPruned, levelOfKey, namedPartition } from '../src/keys.ts';
import type { Rule } from '../src/rule.ts';
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
        const named = namedPartition(reference, catalog);
        const strategy = (named === undefined ? undefined : levelOfKey(named, key.column))?.strategy ?? 'list';
        yield {
          reference: index,
          key: key.column,
          span: key.span ?? reference.span,
          message: `${nameReference(reference)} ${describeReading(reference)}; \`${key.column}\` is mentioned, but in a form that prunes nothing`,
          help: `Compare the bare key with values of its own type: \`${conditionOn(key.column, reference.alias, strategy)}\`.`,
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
