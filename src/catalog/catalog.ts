import { quoteName } from '../sql/quote.ts';
/** One end of a range bound, a value a key column: PostgreSQL's text form, or the open ends. */
export type RangeEnd = { readonly kind: 'value'; readonly text: string } | { readonly kind: 'minvalue' } | { readonly kind: 'maxvalue' };

/** Which rows a partition holds. */
export type Bound =
  | { readonly kind: 'list'; readonly values: readonly (string | null)[] }
  | { readonly kind: 'range'; readonly from: readonly RangeEnd[]; readonly to: readonly RangeEnd[] }
  | { readonly kind: 'hash'; readonly modulus: number; readonly remainder: number }
  | { readonly kind: 'default' };

/** One column or expression of a partition key. */
export interface KeyPart {
  /** The column's name, or the expression as PostgreSQL prints it. */
  readonly name: string;
  readonly isExpression: boolean;
  /** Type name as `format_type` prints it, without a type modifier: `integer`, `timestamp with time zone`. */
  readonly type: string;
  /** The type PostgreSQL prints a cast to where nothing is converted (a varchar as `text`, a domain as its base), else `null`. */
  readonly relabelled: string | null;
}

export interface PartitionKey {
  readonly strategy: 'list' | 'range' | 'hash';
  readonly parts: readonly KeyPart[];
}

/** A relation of a partition tree: the root, a group (any level that is itself partitioned), or a leaf. */
export interface Partition {
  readonly schema: string;
  readonly name: string;
  /** The columns of a root in order, for references that rename them; empty for its partitions. */
  readonly columns: readonly string[];
  /** `null` for the root. */
  readonly parent: Partition | null;
  /** `null` for the root. */
  readonly bound: Bound | null;
  /** `null` for a leaf. */
  readonly key: PartitionKey | null;
  /** A leaf whose rows are on another server. */
  readonly isForeign: boolean;
  readonly children: readonly Partition[];
}

export interface View {
  readonly schema: string;
  readonly name: string;
  /** The query as `pg_get_viewdef` prints it. */
  readonly definition: string;
}

export interface InlinedFunction {
  readonly arity: number;
  /** The query that takes the call's place. */
  readonly body: string;
}

/** What a foreign key does to its rows when those that they refer to change. */
export type ForeignKeyAction = 'no action' | 'restrict' | 'cascade' | 'set null' | 'set default';

/** A foreign key as it was declared; the copies that PostgreSQL makes of it for partitions are left out. */
export interface ForeignKey {
  readonly name: string;
  /** The table that has it, `schema.name`. */
  readonly table: string;
  readonly columns: readonly string[];
  /** Those of its columns that its look-up compares as they are, so that partitions can be left out by them. */
  readonly bare: readonly string[];
  /** Those that ON DELETE SET NULL or SET DEFAULT sets. */
  readonly cleared: readonly string[];
  /** The table it refers to, `schema.name`. */
  readonly referenced: string;
  readonly referencedColumns: readonly string[];
  readonly onDelete: ForeignKeyAction;
  readonly onUpdate: ForeignKeyAction;
}

/** What the verdicts need to know of the schema, read once a run. */
export interface Catalog {
  /** Every member of every partition tree, by `schema.name`. */
  readonly partitions: ReadonlyMap<string, Partition>;
  /** Ordinary views, by `schema.name`; materialized views are tables here. */
  readonly views: ReadonlyMap<string, View>;
  /** Every other relation that a query can name, by `schema.name`. */
  readonly tables: ReadonlySet<string>;
  /** Tables that carry row-level security, by `schema.name`. */
  readonly secured: ReadonlySet<string>;
  /** Predicates of partial indexes, by `schema.index`. */
  readonly predicates: ReadonlyMap<string, string>;
  /** Names of functions with a volatile form, as PostgreSQL prints them: with their schema where that is not on the search path. */
  readonly volatileFunctions: ReadonlySet<string>;
  /** Set-returning SQL functions that PostgreSQL inlines in FROM, so that what they read stands in the plan; by `schema.name`, an entry an overload. */
  readonly inlined: ReadonlyMap<string, readonly InlinedFunction[]>;
  readonly foreignKeys: readonly ForeignKey[];
  /** Relations and functions that statements cannot be judged on, by `schema.name`, or by `name` for that name in any schema, and why. */
  readonly unjudged: ReadonlyMap<string, string>;
  /** Schemas an unqualified name is looked up in, in order, `pg_catalog` included. */
  readonly searchPath: readonly string[];
}

/** Why statements that read a table which others inherit from, without being its partitions, are not judged. */
export const splitByInheritance = 'is split by inheritance, which planlint does not judge';

/** Why statements on what TimescaleDB divides are not judged. */
export const dividedIntoChunks = 'is a TimescaleDB hypertable, whose chunks planlint does not know';

/** The key of a relation in the catalogue's maps: `schema.name`, with quotes around a part that would be ambiguous otherwise; the name alone where its schema is not known. */
export function qualify({ schema, name }: { readonly schema: string | null; readonly name: string }): string {
  return schema === null ? part(name) : `${part(schema)}.${part(name)}`;
}

function part(name: string): string {
  return /[."]/.test(name) ? quoteName(name) : name;
}

export function rootOf(partition: Partition): Partition {
  return partition.parent === null ? partition : rootOf(partition.parent);
}

/** The leaves below a partition, or the partition itself where it is a leaf, in the catalogue's order. */
export function leavesOf(partition: Partition): readonly Partition[] {
  const known = leaves.get(partition);
  if (known !== undefined) return known;
  const found = partition.key === null ? [partition] : partition.children.flatMap(leavesOf);
  leaves.set(partition, found);
  return found;
}

const leaves = new WeakMap<Partition, readonly Partition[]>();

/** The name that a leaf is counted under: its ancestor directly below the root, with the schema where that is not the root's, or `*` where no partition of the root is partitioned again. */
export function groupOf(leaf: Partition): string {
  const root = rootOf(leaf);
  if (!hasGroups(root)) return '*';
  let member = leaf;
  while (member.parent !== null && member.parent !== root) member = member.parent;
  return member.schema === root.schema ? member.name : qualify(member);
}

/** Whether a partition of the root is itself partitioned. */
export function hasGroups(root: Partition): boolean {
  const known = grouped.get(root) ?? root.children.some((child) => child.key !== null);
  grouped.set(root, known);
  return known;
}

const grouped = new WeakMap<Partition, boolean>();

/** How many of the leaves each group has. */
export function countByGroup(leaves: Iterable<Partition>): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const leaf of leaves) counts.set(groupOf(leaf), (counts.get(groupOf(leaf)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

/** Whether the level that a key part belongs to has anything to leave out: with one child only, no leaf count shows what the key achieves. */
export function hasChoice(named: Partition, part: string): boolean {
  const isChoice = named.children.length > 1 && named.key?.parts.some((other) => other.name === part) === true;
  return isChoice || named.children.some((child) => hasChoice(child, part));
}
