import type { Rule } from '../src/rule.ts';
import type { Span } from '../src/sql/span.ts';

export default {
  id: 'no-unplannable-statement',
  summary: 'PostgreSQL refuses to plan the statement.',
  why: 'What cannot be planned cannot be judged: a misspelt column, a syntax error, or a schema that has moved on. The statement would fail in production too, or the schema given to planlint is not the one it runs on.',
  bad: `SELECT id, amuont FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `SELECT id, amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'error',
  *check({ judgement, text }) {
    if (judgement.status !== 'failed') return;
    const isPlaceholder = judgement.sqlstate.startsWith('42') && /[:?@]\w*|\$[a-z_]\w*|\bsqlc\.\w+/i.test(nearby(text.sql, judgement.span));
    yield {
      span: judgement.span,
      message: `PostgreSQL refuses the statement: ${judgement.reason} (SQLSTATE ${judgement.sqlstate})`,
      help: isPlaceholder ? 'Write placeholders as `$1`, `$2`, …' : 'Mend the statement, or load the schema that it is written for.',
      evidence: { sqlstate: judgement.sqlstate },
    };
  },
} satisfies Rule;

/** The word that PostgreSQL stopped at, and what stands directly before it; the end of the text where it stopped there. */
function nearby(sql: string, span: Span | null): string {
  const start = span?.start ?? sql.trimEnd().length;
  return /\S*\s?\S*$/.exec(sql.slice(0, start))?.[0].slice(-3) + (/^\S+/.exec(sql.slice(start))?.[0] ?? '');
}
