import type { Rule } from '../src/rule.ts';

export default {
  id: 'no-unknown-ignore',
  summary: 'A comment ignores a rule that there is not.',
  why: 'A mistyped name ignores nothing, and its author believes that it does. It never silences all rules instead.',
  bad: `-- planlint-ignore no-leaf-fan-out: the year's report, once a night
SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'error',
  aboutComments: true,
  // Found when all rules have spoken, in src/findings/suppress.ts.
  check: () => [],
} satisfies Rule;
