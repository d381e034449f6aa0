import { type Catalog, type Partition, qualify, rootOf } from '../src/catalog/catalog.ts';
import { resolveRelation } from '../src/catalog/resolve.ts';
import { levelOfKey } from '../src/keys.ts';
import type { Judgement } from '../src/plan/judgement.ts';
import type { Rule } from '../src/rule.ts';
import type { Assignment } from '../src/sql/assignments.ts';
import { bare, referencesOf } from '../src/wording.ts';

export default {
  id: 'no-partition-key-update',
  summary: 'A statement sets a partition key.',
  why: 'A row whose key changes leaves its partition: PostgreSQL deletes it there and inserts it elsewhere, which breaks on foreign keys, loses concurrent updates and takes locks on both leaves. Setting a key to the value that the WHERE demands of it moves nothing and is no finding.',
  bad: `UPDATE ledger_entry SET created_at = '2025-07-01 00:00:00+00'
WHERE id = '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00' AND account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  good: `UPDATE ledger_entry SET status = 'void'
WHERE id = '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00' AND account_group = 3 AND created_at = '2025-06-11 12:00:00+00'`,
  severity: 'error',
  *check({ text, judgement, catalog }) {
    if (judgement.status === 'failed') return;
    for (const assignment of text.assignments) {
      const root = rootSet(assignment, judgement, catalog);
      if (assignment.unchanged || root === undefined || levelOfKey(root, assignment.column) === undefined) continue;
      const name = `${bare(qualify(root))}.${assignment.column}`;
      const index = referencesOf(judgement).findIndex((reference) => reference.table === qualify(root));
      yield {
        table: qualify(root),
        ...(index === -1 ? {} : { reference: index }),
        span: assignment.span,
        message: `\`${name}\` is a partition key and is set here; a row whose key changes moves to another leaf`,
        help: `Leave \`${assignment.column}\` out of the SET; where the row has to move, delete it and insert it anew.`,
        evidence: { key: assignment.column },
      };
    }
  },
} satisfies Rule;

/** The root of the table that is named, or of the one that a view shows. */
function rootSet({ schema, table }: Assignment, judgement: Judgement, catalog: Catalog): Partition | undefined {
  const relation = resolveRelation(catalog, schema, table);
  if (relation === null) return undefined;
  if ('partition' in relation) return rootOf(relation.partition);
  const shown = referencesOf(judgement).find(({ through }) => through === qualify(relation.view));
  return shown === undefined ? undefined : catalog.partitions.get(shown.table);
}
