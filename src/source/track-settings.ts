import { splitSql } from '../sql/split.ts';
import { isRelevant, type SessionSettings } from './session-setting.ts';

/** What a session sent, and what became of it. */
export interface Sent {
  readonly sql: string;
  /** A parameter's value in text form by its number from 1, `undefined` where it is not known. */
  readonly textOf: (number: number) => string | null | undefined;
  /** The server refused it. */
  readonly hasFailed: boolean;
}

/** What a session has set. */
export interface SettingsTracker {
  /** The settings in force for what is sent, which may change those of the next; `undefined` where there are none. */
  follow(sent: Sent): SessionSettings | undefined;
  /** What is in force for what is sent next. */
  inForce(): SessionSettings | undefined;
}

/** By name; `null` where a setting is as it was at first, whatever it is around. */
type Changes = Readonly<Record<string, string | null>>;

interface State {
  /** What outlasts the transaction. */
  readonly session: Changes;
  readonly local: Changes;
}

const assignment =
  /^SET\s+(?:(SESSION|LOCAL)\s+)?(?:(TIME\s+ZONE|ROLE|SESSION\s+AUTHORIZATION)\s+|([\w.$]+|"[\w.$]+")\s*(?:=|\bTO\b)\s*)(.+?)\s*;?$/is;
const call =
  /\bset_config\s*\(\s*'((?:[^']|'')+)'\s*,\s*('(?:[^']|'')*'|\$\d+|-?[\d.]+)(?:\s*::\s*\w+)?\s*,\s*(true|false|\$\d+)(?:\s*::\s*\w+)?\s*\)/gi;
/** One of the words that change what is set, where such a text begins, or anywhere where another statement may stand behind or in front. */
const beginning = /^\s*(?:set|reset|discard|begin|start|commit|end|savepoint|rollback|abort)\b/i;
const anywhere = /\b(?:set|reset|discard|begin|start|commit|end|savepoint|rollback|abort)\b/i;
const mayHold = (sql: string): boolean =>
  beginning.test(sql) || /set_config/i.test(sql) || ((/^\s*(?:--|\/\*)/.test(sql) || /;\s*\S/.test(sql)) && anywhere.test(sql));

/** Follows SET, RESET, set_config and transactions as a session sends them. `initial` is what it began with. */
export function trackSettings(initial: SessionSettings = {}): SettingsTracker {
  const nothing: State = { session: initial, local: {} };
  let state = nothing;
  let inForce = toForce(nothing);
  /** As they were when the transaction and its savepoints began. */
  let marks: (readonly [name: string, before: State])[] = [];
  /** Something in the transaction failed: it takes nothing but its end, or the way back to a savepoint. */
  let isAborted = false;

  const set = (name: string, value: string | null, isLocal: boolean): void => {
    const key = name
      .toLowerCase()
      .replace(/^time\s+zone$/, 'timezone')
      .replace(/^session\s+authorization$/, 'session_authorization');
    if (!isRelevant(key)) return;
    const change = (known: Changes): Changes => ({ ...known, [key]: value ?? initial[key] ?? null });
    // With another user the role is that user's.
    const drop = (known: Changes): Changes => (key === 'session_authorization' ? { ...known, role: null } : known);
    // Outside a transaction what is local is gone at once.
    if (isLocal && marks.length > 0) state = { ...state, local: change(drop(state.local)) };
    else if (!isLocal) state = { session: change(drop(state.session)), local: withoutKey(state.local, key) };
  };

  const end = (isKept: boolean, sql: string): void => {
    const [first] = marks;
    const kept = isKept || first === undefined ? state : first[1];
    state = { ...kept, local: {} };
    marks = /\band\s+chain\b/i.test(sql) ? [['', state]] : [];
    isAborted = false;
  };

  const takeTransaction = (sql: string): boolean => {
    if (/^(?:COMMIT|END|PREPARE\s+TRANSACTION)\b/i.test(sql)) end(!isAborted, sql);
    else if (/^(?:ROLLBACK|ABORT)\b(?!.*\bTO\b)/is.test(sql)) end(false, sql);
    else if (/^ROLLBACK\b/i.test(sql)) {
      const at = marks.findLastIndex(([mark], index) => index > 0 && mark === nameOf(sql));
      const mark = marks[at];
      if (mark !== undefined) {
        state = mark[1];
        marks = marks.slice(0, at + 1);
        isAborted = false;
      }
    } else if (isAborted) return true;
    else if (/^(?:BEGIN|START\s+TRANSACTION)\b/i.test(sql)) marks = marks.length > 0 ? marks : [['', state]];
    else if (/^SAVEPOINT\s/i.test(sql)) marks.push([nameOf(sql), state]);
    else return false;
    return true;
  };

  const take = (sql: string, textOf: Sent['textOf']): void => {
    if (takeTransaction(sql)) return;
    const [, scope, special, name, written = ''] = assignment.exec(sql) ?? [];
    if (written !== '') set(special ?? unquoted(name ?? ''), toValue(written, special ?? name ?? ''), scope?.toUpperCase() === 'LOCAL');
    else if (/^DISCARD\s+ALL\b/i.test(sql)) state = nothing;
    else if (/^RESET\s+ALL\b/i.test(sql)) state = { session: { ...initial, ...rolesOf(state.session) }, local: rolesOf(state.local) };
    else if (/^RESET\s/i.test(sql)) set(unquoted(sql.replace(/^RESET\s+|\s*;?\s*$/gi, '')), null, false);
    for (const [, key = '', value = '', isLocal = ''] of sql.matchAll(call)) {
      const given = resolve(value, textOf);
      const local = resolve(isLocal, textOf);
      if (given !== undefined && local !== undefined) set(key.replaceAll("''", "'"), given, /^t/i.test(local ?? ''));
    }
  };

  /** A text that failed has changed nothing, but for a transaction that it began. */
  const fail = (pieces: readonly string[]): void => {
    const ends = pieces.some((piece) => /^(?:COMMIT|END|ROLLBACK|ABORT)\b/i.test(piece));
    if (marks.length === 0 && pieces.some((piece) => /^(?:BEGIN|START\s+TRANSACTION)\b/i.test(piece))) marks = [['', state]];
    // Such as a COMMIT on which a constraint was found broken.
    if (ends && pieces.length === 1) end(false, '');
    else isAborted = marks.length > 0;
  };

  const takeAll = (pieces: readonly string[], textOf: Sent['textOf']): void => {
    // Statements that were sent in one text are a transaction.
    const isOwn = pieces.length > 1 && marks.length === 0 && !pieces.some((piece) => /^(?:BEGIN|START|COMMIT|END|ROLLBACK|ABORT)\b/i.test(piece));
    if (isOwn) marks = [['', state]];
    for (const piece of pieces) take(piece, textOf);
    if (isOwn) end(true, '');
  };

  return {
    follow({ sql, textOf, hasFailed }) {
      const before = inForce;
      const isWorth = mayHold(sql);
      if (hasFailed || isWorth) {
        const pieces = isWorth ? splitSql(sql).pieces.map((piece) => piece.sql.trim()) : [sql];
        if (hasFailed) fail(pieces);
        else takeAll(pieces, textOf);
        inForce = toForce(state);
      }
      return before;
    },
    inForce: () => inForce,
  };
}

function toForce({ session, local }: State): SessionSettings | undefined {
  const entries = Object.entries({ ...session, ...local }).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  return entries.length === 0 ? undefined : Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** What RESET ALL leaves. */
function rolesOf(changes: Changes): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => name === 'role' || name === 'session_authorization'));
}

function withoutKey(changes: Changes, key: string): Changes {
  return Object.fromEntries(Object.entries(changes).filter(([name]) => name !== key));
}

function nameOf(sql: string): string {
  return /"?([\w$]+)"?\s*;?\s*$/.exec(sql)?.[1]?.toLowerCase() ?? '';
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1) : name;
}

const item = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[^\s,]+/g;

/** `null` where the setting goes back to what it was at first. */
function toValue(written: string, name: string): string | null {
  if (/^default$/i.test(written) || (/^role$/i.test(name) && /^none$/i.test(written)) || (/^time\s/i.test(name) && /^local$/i.test(written)))
    return null;
  // The server reads this form in a value, too, without the fields behind it.
  const interval = /^interval\s*'[^']*'/i.exec(written)?.[0];
  if (/^time\s*zone$/i.test(name) && interval !== undefined) return interval;
  const items = written.match(item) ?? [];
  // Each is the name of a schema, whatever is in it.
  if (/^"?search_path"?$/i.test(name)) return items.map((one) => (one.startsWith("'") ? toIdentifier(toText(one)) : one)).join(', ');
  return items.map(toText).join(', ');
}

function toText(written: string): string {
  if (written.startsWith("'")) return written.slice(1, -1).replaceAll("''", "'");
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
}

function toIdentifier(name: string): string {
  return /^[a-z_][\w$]*$/.test(name) && name === name.toLowerCase() ? name : `"${name.replaceAll('"', '""')}"`;
}

function resolve(written: string, textOf: Sent['textOf']): string | null | undefined {
  if (written.startsWith('$')) return textOf(Number(written.slice(1)));
  return toText(written);
}
