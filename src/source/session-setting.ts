/** Settings of a session that plans and policies depend on. Those with a dot are the application's own. */
const relevant: ReadonlySet<string> = new Set([
  'role',
  'session_authorization',
  'search_path',
  'timezone',
  'datestyle',
  'enable_partition_pruning',
  'constraint_exclusion',
  'plan_cache_mode',
]);

/** By their names in lower case. */
export type SessionSettings = Readonly<Record<string, string>>;

/** Whether a statement is judged under what a session sets of this name, in lower case. */
export function isRelevant(name: string): boolean {
  return /^[a-z_][\w$]*(?:\.[a-z_][\w$]*)+$/.test(name) || relevant.has(name);
}
