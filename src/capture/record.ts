import type { CallSite } from '../register/call-site.ts';
import type { SessionSettings } from '../source/session-setting.ts';
import type { SettingsTracker } from '../source/track-settings.ts';
import { decodeBinary, decodeText } from './binary.ts';
import type { Execution, Raw } from './exchange.ts';
import { nameOfType } from './types.ts';

/** A statement as planlint's own capture format has it, apart from how often it was sent. */
export interface CapturedStatement {
  readonly sql: string;
  /** A list, or by number where some are not known. */
  readonly params?: readonly (string | null)[] | Readonly<Record<string, string | null>>;
  readonly types?: readonly (string | null)[];
  readonly name?: string;
  /** What the client calls itself. */
  readonly application?: string;
  /** Where the program called its driver. */
  readonly file?: string;
  readonly line?: number;
  /** What the session had set, of what plans and policies depend on. */
  readonly settings?: SessionSettings;
}

/** What is known of an execution beside what was sent. */
export interface Circumstances {
  readonly application: string;
  readonly site: CallSite | null;
  readonly tracker: SettingsTracker;
}

export function toCaptured({ sql, name, values, types, hasFailed }: Execution, { application, site, tracker }: Circumstances): CapturedStatement {
  const textOf = (number: number): string | null | undefined => {
    const raw = values?.[number - 1];
    return raw === undefined ? undefined : toText(raw, types[number - 1] ?? 0);
  };
  const settings = tracker.follow({ sql, textOf, hasFailed });
  return {
    sql,
    ...(values === null || values.length === 0 ? {} : { params: toParameters(values, types), ...toTypes(values, types) }),
    ...(name === '' || isGenerated(name) ? {} : { name }),
    ...(application === '' ? {} : { application }),
    ...(site ?? {}),
    ...(settings === undefined ? {} : { settings }),
  };
}

/** Drivers number the statements that they prepare, or name them by a hash; people seldom do. */
function isGenerated(name: string): boolean {
  return /\d_*$|[0-9a-f]{16}/.test(name);
}

function toParameters(values: readonly Raw[], types: readonly number[]): NonNullable<CapturedStatement['params']> {
  const known = values.flatMap((raw, index) => {
    const value = toText(raw, types[index] ?? 0);
    return value === undefined ? [] : [[String(index + 1), value] as const];
  });
  return known.length === values.length ? known.map(([, value]) => value) : Object.fromEntries(known);
}

function toTypes(values: readonly Raw[], types: readonly number[]): Pick<CapturedStatement, 'types'> {
  const names = values.map((_, index) => nameOfType(types[index] ?? 0) ?? null);
  return names.every((name) => name === null) ? {} : { types: names };
}

function toText({ bytes, isBinary }: Raw, type: number): string | null | undefined {
  if (bytes === null) return null;
  return isBinary ? decodeBinary(type, bytes) : decodeText(bytes);
}
