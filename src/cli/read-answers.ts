import { UserError } from '../errors.ts';
import { readValue } from '../policy/option-values.ts';

/** A period as a config has it. Throws a `UserError` for what is none. */
export function readPeriod(text: string): string | null {
  const bare = text.trim();
  if (/^(?:none|off|)$/i.test(bare)) return null;
  if (readValue({ kind: 'period', default: 'off', about: '' }, bare) !== undefined) return bare;
  throw new UserError('usage', `"${bare}" is no period`, { hint: 'write one such as "12 months" or "90 days", or none' });
}

/** Reads `credit=2`, onto those before it. Throws a `UserError` for what is none. */
export function readTable(text: string, tables: Readonly<Record<string, number>> = {}): Readonly<Record<string, number>> {
  const [, table, most] = /^\s*([\w."$]+)\s*=\s*([1-9]\d{0,5})\s*$/.exec(text) ?? [];
  if (table !== undefined) return { ...tables, [table]: Number(most) };
  throw new UserError('usage', `"${text.trim()}" names no table and how many leaves it may read`, { hint: 'write it as in credit=2' });
}

/** Reads `credit=2, debit=3`. */
export function readTables(text: string): Readonly<Record<string, number>> {
  return text
    .split(/[,;]|\s+(?=\S+=)/)
    .filter((one) => !/^\s*(?:none)?\s*$/i.test(one))
    .reduce<Readonly<Record<string, number>>>((tables, one) => readTable(one, tables), {});
}

export function readPaths(text: string): readonly string[] {
  return text
    .split(/[,\s]+/)
    .map((one) =>
      one
        .trim()
        .replace(/^\.\//, '')
        .replace(/(?<=.)\/+$/, ''),
    )
    .filter((one) => one !== '');
}
