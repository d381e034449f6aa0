import { UserError } from '../errors.ts';
import { isRecord } from '../is-record.ts';

/**
 * Puts variables of the environment into every text: `${NAME}`, or `${NAME:-instead}` for one that may be absent or empty; `$${` stands for `${`.
 * An absent one is a `UserError` that names the key.
 */
export function expand(value: unknown, env: Readonly<Record<string, string | undefined>>, at: string): unknown {
  if (typeof value === 'string') return expandText(value, env, at);
  if (Array.isArray(value)) return value.map((one, index) => expand(one, env, `${at}[${index}]`));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, expand(one, env, at.endsWith(' at ') ? at + key : `${at}.${key}`)]));
}

function expandText(text: string, env: Readonly<Record<string, string | undefined>>, at: string): string {
  return text.replace(/\$(\$\{)|\$\{(\w+)(?::-([^}]*))?\}/g, (_, brace: string | undefined, name: string, instead: string | undefined) => {
    if (brace !== undefined) return brace;
    const found = env[name] || instead || env[name];
    if (found === undefined && instead === undefined)
      throw new UserError('config', `the environment has no variable ${name}, which stands in ${at}`, {
        hint: `set ${name}, or write \${${name}:-value} for a value to take without it`,
      });
    return found ?? '';
  });
}
