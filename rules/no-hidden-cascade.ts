import { type Catalog, type ForeignKey, leavesOf, type Partition } from '../src/catalog/catalog.ts';
import { resolveTarget } from '../src/catalog/resolve.ts';
import { countLeavesLeft } from '../src/keys.ts';
import type { Problem, Rule } from '../src/rule.ts';
import type { Span } from '../src/sql/span.ts';
import type { StatementText } from '../src/sql/statement-text.ts';
import { bare } from '../src/wording.ts';

export default {
  id: 'no-hidden-cascade',
  summary: "A foreign key's trigger looks in more than one leaf.",
  why:
    'A row that is deleted, or whose referenced columns change, may have rows that refer to it: for each such row the trigger of the foreign key looks for them in the referencing table, and EXPLAIN does not show it. ' +
    'Where the foreign key leaves out a partition key of that table, every leaf is locked and looked in, whatever the statement itself reads.',
  bad: 'DELETE FROM account WHERE id = 4711',
  good: "DELETE FROM ledger_entry\nWHERE id = '6f1d3c52-8a7e-4b0f-9c21-5d4e3b2a1f00' AND account_group = 3 AND created_at = '2025-06-11 12:00:00+00'",
  severity: 'warning',
  *check({ text, judgement, catalog }) {
    if (judgement.status === 'failed' || catalog.foreignKeys.length === 0) return;
    for (const written of changesOf(text, catalog)) {
      const told = new Set<ForeignKey>();
      for (const lookUp of lookUpsOf(written.change, catalog)) {
        const problem = told.has(lookUp.key) ? null : describe(lookUp, written, catalog);
        told.add(lookUp.key);
        if (problem !== null) yield problem;
      }
    }
  },
} satisfies Rule;

/** Rows of a table that are deleted, or whose columns are set. */
interface Change {
  readonly table: string;
  /** `null` where rows are deleted. */
  readonly columns: readonly string[] | null;
}

interface Written {
  readonly change: Change;
  readonly span: Span;
}

function changesOf({ assignments, deletions }: StatementText, catalog: Catalog): readonly Written[] {
  const found: Written[] = [];
  for (const { schema, table: name, span } of deletions) {
    const table = resolveTarget(catalog, schema, name);
    if (table !== null) found.push({ change: { table, columns: null }, span });
  }
  const set = new Map<string, Written>();
  for (const { schema, table: name, column, span, unchanged } of assignments) {
    const table = resolveTarget(catalog, schema, name);
    if (table === null || unchanged || !isReferenced(table, column, catalog)) continue;
    const { change, span: at } = set.get(table) ?? { change: { table, columns: [] }, span };
    set.set(table, { change: { table, columns: [...(change.columns ?? []), column] }, span: at });
  }
  return [...found, ...set.values()];
}

function isReferenced(table: string, column: string, catalog: Catalog): boolean {
  return catalog.foreignKeys.some((key) => isLookedUp(key, { table, columns: [column] }, catalog));
}

/** A foreign key whose trigger looks for rows, and the ones that have led there by changing rows themselves. */
interface LookUp {
  readonly key: ForeignKey;
  readonly by: readonly ForeignKey[];
}

/** Every look-up that a change leads to, the nearest first. */
function lookUpsOf(first: Change, catalog: Catalog): readonly LookUp[] {
  const found: LookUp[] = [];
  const pending: { readonly change: Change; readonly by: readonly ForeignKey[] }[] = [{ change: first, by: [] }];
  const seen = new Set<string>();
  for (const { change, by } of pending) {
    if (seen.has(JSON.stringify(change))) continue;
    seen.add(JSON.stringify(change));
    for (const key of catalog.foreignKeys.filter((one) => isLookedUp(one, change, catalog))) {
      found.push({ key, by });
      const next = passOn(key, change);
      if (next !== null) pending.push({ change: next, by: [...by, key] });
    }
  }
  return found;
}

function isLookedUp(key: ForeignKey, { table, columns }: Change, catalog: Catalog): boolean {
  const isOfTable = key.referenced === table || isWithin(key.referenced, table, catalog) || isWithin(table, key.referenced, catalog);
  return isOfTable && (columns === null || key.referencedColumns.some((column) => columns.includes(column)));
}

/** Whether one relation is a partition of the other, at any level. */
function isWithin(inner: string, outer: string, { partitions }: Catalog): boolean {
  const above = partitions.get(outer);
  for (let member = partitions.get(inner)?.parent ?? null; member !== null && above !== undefined; member = member.parent)
    if (member === above) return true;
  return false;
}

/** What a foreign key does to the rows that it finds. */
function passOn({ table, columns, cleared, onDelete, onUpdate }: ForeignKey, change: Change): Change | null {
  const action = change.columns === null ? onDelete : onUpdate;
  if (action === 'no action' || action === 'restrict') return null;
  if (change.columns !== null) return { table, columns };
  return { table, columns: action === 'cascade' ? null : cleared };
}

function describe({ key, by }: LookUp, { change, span }: Written, { partitions }: Catalog): Problem | null {
  const table = partitions.get(key.table);
  if (table === undefined) return null;
  const [leaves, total] = [countLeavesLeft(table, key.bare), leavesOf(table).length];
  if (leaves < 2) return null;
  const missing = [...keyColumns(table)].filter((column) => !key.bare.includes(column));
  const absent = missing.filter((column) => !key.columns.includes(column));
  const cause =
    absent.length > 0
      ? `${listed(absent)} ${absent.length === 1 ? 'is' : 'are'} not among its columns`
      : `it compares ${listed(missing)} through a cast`;
  const act =
    change.columns === null ? `deleting from \`${bare(change.table)}\`` : `setting ${listed(setOf(change, key, by))} of \`${bare(change.table)}\``;
  const way = by.map((one) => `, through \`${one.name}\` of \`${bare(one.table)}\`,`).join('');
  const effect = `${act}${way} makes the foreign key \`${key.name}\` look in ${leaves === total ? `all ${total}` : `up to ${leaves} of the ${total}`} leaves of \`${bare(key.table)}\``;
  return {
    table: key.table,
    span,
    message: `${effect} for each row; ${cause}`,
    help:
      absent.length > 0
        ? `Put ${listed(absent)} into the foreign key and into the key it refers to; else keep this out of what runs often, or do without the foreign key.`
        : `Give ${listed(missing)} the type of the column that it refers to.`,
    evidence: { leaves, total, effect, cause },
  };
}

function setOf({ columns }: Change, key: ForeignKey, [first = key]: readonly ForeignKey[]): readonly string[] {
  return first.referencedColumns.filter((column) => columns?.includes(column) === true);
}

/** The columns and expressions of every level. */
function keyColumns({ key, children }: Partition): ReadonlySet<string> {
  return new Set([...(key?.parts ?? []).map(({ name }) => name), ...children.flatMap((child) => (child.key === null ? [] : [...keyColumns(child)]))]);
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`;
}
