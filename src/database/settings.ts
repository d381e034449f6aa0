import { UserError } from '../errors.ts';

/** Settings of every session; the user's win. */
const pinned: Readonly<Record<string, string>> = { timezone: 'UTC', statement_timeout: '60s' };

/** The settings to connect with. Throws a `UserError` for what cannot be a setting's name. */
export function toSessionSettings(given: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const named = Object.entries(given).map(([name, value]) => {
    if (/^[a-z_][\w$]*(\.[a-z_][\w$]*)*$/i.test(name)) return [name.toLowerCase(), value] as const;
    const hint = 'write --set name=value, as in --set timezone=Europe/Berlin';
    throw new UserError('usage', `session settings: "${name}" is not the name of a setting`, { hint });
  });
  return { ...pinned, ...Object.fromEntries(named) };
}

/** True for a setting that the user left as it is. */
export function isPinned(name: string, value: string | undefined): boolean {
  return pinned[name] === value;
}
