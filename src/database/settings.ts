import { UserError } from '../errors.ts';

type Settings = Readonly<Record<string, string>>;

/** Settings of every session; the user's win. */
const pinned: Settings = { timezone: 'UTC', statement_timeout: '60s' };

/**
 * The same on a server of the user's, whose other settings count as they are. A statement that waits for a lock, such as a migration's,
 * makes all that come after it wait, too: it gives up soon.
 */
const pinnedForGuest: Settings = { statement_timeout: '60s', lock_timeout: '1s', idle_in_transaction_session_timeout: '60s' };

/** The settings to plan users' statements with. Throws a `UserError` for what cannot be a setting's name. */
export function toSessionSettings(given: Settings): Settings {
  return { ...pinned, ...toNamed(given) };
}

/** The same on a server of the user's. */
export function toGuestSettings(given: Settings): Settings {
  return { ...pinnedForGuest, ...toNamed(given) };
}

function toNamed(given: Settings): Settings {
  const named = Object.entries(given).map(([name, value]) => {
    if (/^[a-z_][\w$]*(\.[a-z_][\w$]*)*$/i.test(name)) return [name.toLowerCase(), value] as const;
    const hint = 'write --set name=value, as in --set timezone=Europe/Berlin';
    throw new UserError('usage', `session settings: "${name}" is not the name of a setting`, { hint });
  });
  return Object.fromEntries(named);
}

/** The settings to connect with: the timeout is for users' statements, and planlint's own take as long as they need. */
export function toOwnSettings(settings: Settings): Settings {
  return { ...settings, statement_timeout: '0' };
}

/** True for a setting that the user left as it is. */
export function isPinned(name: string, value: string | undefined): boolean {
  return pinned[name] === value || pinnedForGuest[name] === value;
}

/** The error for a setting that the server refuses. */
export function toSettingError(cause: { readonly message: string }, hint: string | null | undefined): UserError {
  const usual = 'look at the session settings: --set name=value takes those that SET takes, and a role that the schema creates';
  return new UserError('usage', `session settings: ${cause.message}`, { hint: hint ?? usual, cause });
}
