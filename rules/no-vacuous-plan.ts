import type { Rule } from '../src/rule.ts';
import { nameReference } from '../src/wording.ts';

export default {
  id: 'no-vacuous-plan',
  summary: 'The values written in a statement match no partition, so that its plan proves nothing.',
  why: 'A plan that reads no leaf passes every count. With values that no partition holds, or conditions that contradict each other, the same statement may read every leaf when it is run with others.',
  bad: `SELECT id FROM ledger_entry WHERE account_group = 99 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `SELECT id FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'error',
  *check({ judgement }) {
    if (judgement.status !== 'analysed' || judgement.verdict !== 'no-scan') return;
    const { references } = judgement;
    const reference = references.find(({ leaves }) => leaves.total === 0) ?? references.find(({ verdict }) => verdict === 'no-scan');
    if (reference === undefined) return;
    const hasLeaves = reference.leaves.total > 0;
    yield {
      reference: references.indexOf(reference),
      span: reference.keys.find((key) => key.span !== null)?.span ?? reference.span,
      message: hasLeaves
        ? `${nameReference(reference)} reads none of its ${reference.leaves.total} leaves with these values, so the check proves nothing`
        : `${nameReference(reference)} has no partition yet, so the check proves nothing`,
      help: hasLeaves
        ? 'Use values that a partition of the seeded schema holds, as parameters, in a planlint-params comment, or by `--set` where it is a setting; or mend the condition where it contradicts itself.'
        : 'Create the partitions in the schema that planlint loads.',
      evidence: { alias: reference.alias, leaves: 0, total: reference.leaves.total },
    };
  },
} satisfies Rule;
