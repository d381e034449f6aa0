import type { Catalog, Partition } from '../../src/catalog/catalog.ts';
import { rootsOf } from '../../src/catalog/only-schemas.ts';
import type { Json } from './asked.ts';

/** Whether a check flags a statement; `null` where PostgreSQL refuses what the check asks. */
export type Flag = boolean | null;

/** What a check can look at. */
export interface Evidence {
  readonly sql: string;
  readonly catalog: Catalog;
  /** Plans; `null` where PostgreSQL makes none. */
  readonly bound: Json | null;
  readonly generic: Json | null;
}

export interface Check {
  readonly title: string;
  /** What it takes for a fault, and how it comes by that. */
  readonly does: string;
  flags(evidence: Evidence): Flag;
}

/** Checks that a script of a few lines makes. */
export const checks: readonly Check[] = [
  {
    title: 'an Append of two',
    does: '`EXPLAIN` with the values bound, or NULL where none is known: an Append with two children or more is a fault.',
    flags: ({ bound }) => judge(bound, joinsTwo),
  },
  {
    title: 'the same, generic',
    does: 'The same of `EXPLAIN (GENERIC_PLAN)`; on 15, which does not have it, of `EXPLAIN EXECUTE` under `plan_cache_mode = force_generic_plan`.',
    flags: ({ generic }) => judge(generic, joinsTwo),
  },
  {
    title: '`Subplans Removed: 0`',
    does: '`EXPLAIN` with the values bound, or NULL: an Append of which nothing was removed is a fault.',
    flags: ({ bound }) => judge(bound, (node) => isAppend(node) && Number(node['Subplans Removed'] ?? 0) === 0),
  },
  {
    title: 'key names in the WHERE',
    does: 'No plan: a statement that names a partitioned table and not each of its partition keys behind the first WHERE is a fault.',
    flags: ({ sql, catalog }) => lacksName(sql, catalog),
  },
];

function judge(plan: Json | null, isFault: (node: Json) => boolean): Flag {
  return plan === null ? null : nodesOf(plan).some(isFault);
}

function nodesOf(node: Json): readonly Json[] {
  return [node, ...((node['Plans'] ?? []) as readonly Json[]).flatMap(nodesOf)];
}

function isAppend(node: Json): boolean {
  return node['Node Type'] === 'Append' || node['Node Type'] === 'Merge Append';
}

function joinsTwo(node: Json): boolean {
  const children = (node['Plans'] ?? []) as readonly Json[];
  return isAppend(node) && children.filter((child) => child['Parent Relationship'] === 'Member').length > 1;
}

function lacksName(sql: string, catalog: Catalog): boolean {
  const condition = /\bwhere\b([\s\S]*)/i.exec(sql)?.[1] ?? '';
  const names = (text: string, word: string): boolean => new RegExp(`(?<!\\w)${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?!\\w)`, 'i').test(text);
  const named = rootsOf(catalog).filter(({ name }) => names(sql, name));
  return named.some((root) => keysOf(root).some((key) => !names(condition, key)));
}

function keysOf(partition: Partition): readonly string[] {
  const own = partition.key?.parts.map(({ name }) => name) ?? [];
  return [...new Set([...own, ...partition.children.flatMap(keysOf)])];
}
