import type { Rule } from '../src/rule.ts';

export default {
  id: 'no-expired-ignore',
  summary: 'The day is past until which a comment ignores a rule.',
  why: 'What was to be ignored for a while comes back when the while is over: the finding counts again from the next day on, in UTC, and the comment is named, which has no effect any more.',
  bad: `-- planlint-ignore no-leaf-fanout until 2024-01-31: until the report is rewritten
SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'warning',
  aboutComments: true,
  // Found when all rules have spoken, in src/findings/suppress.ts.
  check: () => [],
} satisfies Rule;
