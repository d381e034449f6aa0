import { isRelevant, type SessionSettings } from '../source/session-setting.ts';
import { splitSql } from '../sql/split.ts';

/** What a session has set. */
export interface SettingsTracker {
  /** The settings in force for a statement, which may change those of the next. `values` are its parameters in text form. */
  follow(sql: string, values: readonly (string | null | undefined)[]): SessionSettings | undefined;
}

interface State {
  /** What outlasts the transaction. */
  readonly session: SessionSettings;
  readonly local: SessionSettings;
}

const nothing: State = { session: {}, local: {} };

const assignment =
  /^SET\s+(?:(SESSION|LOCAL)\s+)?(?:(TIME\s+ZONE|ROLE)\s+|([\w.$]+)\s*(?:=|\bTO\b)\s*)('(?:[^']|'')*'|"(?:[^"]|"")*"|[^\s;]+)\s*;?$/i;
const call =
  /\bset_config\s*\(\s*'((?:[^']|'')+)'\s*,\s*('(?:[^']|'')*'|\$\d+|-?[\d.]+)(?:\s*::\s*\w+)?\s*,\s*(true|false|\$\d+)(?:\s*::\s*\w+)?\s*\)/gi;

/** Follows SET, RESET, set_config and transactions as a session sends them. What fails leaves its transaction, too, and is gone with its end. */
export function trackSettings(): SettingsTracker {
  let state = nothing;
  /** As they were when the transaction and its savepoints began. */
  let marks: (readonly [name: string, before: State])[] = [];

  const set = (name: string, value: string | null, isLocal: boolean): void => {
    const key = name.toLowerCase().replace(/^time\s+zone$/, 'timezone');
    if (!isRelevant(key)) return;
    const change = (known: SessionSettings): SessionSettings => ({ ...withoutKey(known, key), ...(value === null ? {} : { [key]: value }) });
    // Outside a transaction what is local is gone at once.
    if (isLocal && marks.length > 0) state = { ...state, local: change(state.local) };
    else if (!isLocal) state = { session: change(state.session), local: withoutKey(state.local, key) };
  };

  const returnTo = (index: number): void => {
    const mark = marks[index];
    if (mark !== undefined) state = mark[1];
  };

  const take = (sql: string, values: readonly (string | null | undefined)[]): void => {
    const [, scope, special, name, written = ''] = assignment.exec(sql) ?? [];
    if (written !== '') set(special ?? name ?? '', toValue(written, special ?? ''), scope?.toUpperCase() === 'LOCAL');
    else if (/^(?:BEGIN|START\s+TRANSACTION)\b/i.test(sql)) marks = [['', state]];
    else if (/^(?:COMMIT|END)\b/i.test(sql)) {
      state = { ...state, local: {} };
      marks = [];
    } else if (/^SAVEPOINT\s/i.test(sql)) marks.push([nameOf(sql), state]);
    else if (/^(?:ROLLBACK|ABORT)\b(?!.*\bTO\b)/is.test(sql)) {
      returnTo(0);
      state = { ...state, local: {} };
      marks = [];
    } else if (/^ROLLBACK\b/i.test(sql)) {
      const at = marks.findLastIndex(([mark], index) => index > 0 && mark === nameOf(sql));
      returnTo(at);
      if (at !== -1) marks = marks.slice(0, at + 1);
    } else if (/^(?:RESET\s+ALL|DISCARD\s+ALL)\b/i.test(sql)) state = nothing;
    else if (/^RESET\s/i.test(sql)) set(sql.replace(/^RESET\s+|\s*;?\s*$/gi, ''), null, false);
    for (const [, key = '', value = '', isLocal = ''] of sql.matchAll(call)) {
      const given = resolve(value, values);
      const local = resolve(isLocal, values);
      if (given !== undefined && local !== undefined) set(key.replaceAll("''", "'"), given, /^t/i.test(local ?? ''));
    }
  };

  return {
    follow(sql, values) {
      const inForce = { ...state.session, ...state.local };
      if (/\b(?:set|set_config|reset|discard|begin|start|commit|end|savepoint|rollback|abort)\b/i.test(sql))
        for (const piece of splitSql(sql).pieces) take(piece.sql.trim(), values);
      const sorted = Object.entries(inForce).sort(([one], [other]) => (one < other ? -1 : 1));
      return sorted.length === 0 ? undefined : Object.fromEntries(sorted);
    },
  };
}

function withoutKey(settings: SessionSettings, key: string): SessionSettings {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => name !== key));
}

function nameOf(sql: string): string {
  return /"?([\w$]+)"?\s*;?\s*$/.exec(sql)?.[1]?.toLowerCase() ?? '';
}

/** `null` where the setting goes back to what it was at first. */
function toValue(written: string, special: string): string | null {
  if (/^default$/i.test(written) || (/^role$/i.test(special) && /^none$/i.test(written))) return null;
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

function resolve(written: string, values: readonly (string | null | undefined)[]): string | null | undefined {
  if (written.startsWith('$')) return values[Number(written.slice(1)) - 1];
  return written.startsWith("'") ? toValue(written, '') : written;
}
