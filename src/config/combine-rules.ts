import { isRecord } from '../is-record.ts';
import type { RuleLevel, RuleSetting } from '../policy/rule-settings.ts';

type Settings = Readonly<Record<string, RuleSetting>>;

/** One object of several, of which each adds to those before it: a level replaces the level, and an option the option. */
export function combineRules(maps: readonly Settings[]): Settings {
  const combined: Record<string, RuleSetting> = {};
  for (const [id, setting] of maps.flatMap((map) => Object.entries(map))) {
    const before = combined[id];
    combined[id] = before === undefined ? setting : combine(before, setting);
  }
  return combined;
}

/** What is no setting stays, to be told of by those who read it. */
function combine(base: RuleSetting, over: RuleSetting): RuleSetting {
  const [first, second] = [toParts(base), toParts(over)];
  if (first === null || second === null) return over;
  const level = second.level ?? first.level;
  const options = { ...first.options, ...second.options, ...tablesOf(first.options, second.options) };
  return level === null ? options : [level, options];
}

function tablesOf({ tables: base }: Readonly<Record<string, unknown>>, { tables: over }: Readonly<Record<string, unknown>>): object {
  if (!isRecord(base) || !isRecord(over)) return {};
  const names = [...new Set([...Object.keys(base), ...Object.keys(over)])];
  return { tables: Object.fromEntries(names.map((name) => [name, { ...(base[name] as object), ...(over[name] as object) }])) };
}

function toParts(setting: unknown): { readonly level: RuleLevel | null; readonly options: Readonly<Record<string, unknown>> } | null {
  const [level, options = {}] = Array.isArray(setting) ? setting : isRecord(setting) ? [null, setting] : [setting];
  return (level === null || typeof level === 'string') && isRecord(options) ? { level: level as RuleLevel | null, options } : null;
}
