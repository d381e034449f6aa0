import type { Rule } from '../src/rule.ts';

export default {
  id: 'no-unused-ignore',
  summary: 'A comment ignores a rule that finds nothing there.',
  why: 'A comment that outlives its reason hides the next fault of the same kind. What could not be judged is given the benefit of the doubt, and so is a run on some of the tables. `--report-unused-ignores` makes it an error.',
  bad: `-- planlint-ignore no-leaf-fanout: the year's report, once a night
SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'warning',
  aboutComments: true,
  // Found when all rules have spoken, in src/findings/suppress.ts.
  check: () => [],
} satisfies Rule;
