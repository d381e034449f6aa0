import { unreadPlan } from '../../captured-plan.ts';
import { type SettingsTracker, trackSettings } from '../../track-settings.ts';
import type { LogRecord, LogValue } from '../log-format.ts';
import { findCaller, findName, parseSqlcommenter } from '../sqlcommenter.ts';
import { parseLoggedPlan } from './auto-explain.ts';
import { type Message, parseMessage } from './message.ts';
import { parseParameters } from './parameters.ts';
import { type Progress, takePlanned } from './planned-piece.ts';
import { applyPrepared, type Prepared, parseExecute, parsePrepare } from './prepared.ts';

/** One report of the server, or a part of it, such as its DETAIL. */
export interface Entry {
  /** What tells sessions apart: a process id, a session id. */
  readonly session: string;
  readonly level: string;
  readonly text: string;
  /** The line that it begins on, from 1. */
  readonly line: number;
}

/** A statement, while the log still speaks of it. */
type Open = { -readonly [Field in keyof LogRecord]: LogRecord[Field] } & {
  is: 'statement' | 'bind' | 'execute' | 'plan' | 'failure';
  params: readonly LogValue[] | null;
  hasFailed: boolean;
};

interface Session {
  /** The last statement, until the log goes on to another. */
  open: Open | null;
  /** A plan of something inside that statement, until its CONTEXT is read. */
  nested: Open | null;
  /** The text of the statement before. */
  last: string;
  /** Values of a statement that failed; its text comes behind them. */
  failed: readonly LogValue[] | null;
  progress: Progress | null;
  readonly prepared: Map<string, Prepared>;
  /** `null` where sessions cannot be told apart. */
  tracker: SettingsTracker | null;
}

/** More than servers have connections. A session that is older than so many others has nothing more to say of its last statement. */
const mostSessions = 1000;

/** Follows the sessions of a server's log, which stand between each other, and gives `emit` each statement that was run. */
export function createSessions(give: (record: LogRecord) => void): { take(entry: Entry): void; end(): void } {
  const sessions = new Map<string, Session>();
  const emit: Emit = (record) => give(withTags(record));
  let current: Session | null = null;
  let currentKey = '';

  const find = (key: string): Session => {
    if (current !== null && key === currentKey) return current;
    let session = sessions.get(key);
    if (session === undefined) {
      session = {
        open: null,
        nested: null,
        last: '',
        failed: null,
        progress: null,
        prepared: new Map(),
        tracker: key === '' ? null : trackSettings(),
      };
      sessions.set(key, session);
      const [oldest] = sessions.keys();
      if (sessions.size > mostSessions && oldest !== undefined) {
        closeBoth(sessions.get(oldest) as Session, emit);
        sessions.delete(oldest);
      }
    }
    current = session;
    currentKey = key;
    return session;
  };

  return {
    take({ session: key, level, text, line }) {
      const session = find(key);
      if (level === 'LOG' && isTurn(text)) {
        // Its number is another's from now on.
        closeBoth(session, emit);
        if (session.tracker !== null) session.tracker = trackSettings();
      } else if (level === 'LOG') readLog(session, parseMessage(text), { line, emit });
      else if (level === 'DETAIL') readDetail(session, text);
      else if (level === 'CONTEXT') readContext(session, text);
      else if (level === 'STATEMENT') readFailed(session, { sql: text, line }, emit);
    },
    end() {
      for (const session of sessions.values()) closeBoth(session, emit);
    },
  };
}

/** Where a session begins or ends. */
function isTurn(text: string): boolean {
  return text.startsWith('connection received:') || text.startsWith('connection authorized:') || text.startsWith('disconnection: session time:');
}

type Emit = (record: LogRecord) => void;

/** What the application's own comments say of a statement. */
function withTags(record: LogRecord): LogRecord {
  if (!record.sql.includes('/*')) return record;
  const tags = parseSqlcommenter(record.sql);
  return { ...record, caller: record.caller ?? findCaller(tags), name: record.name ?? findName(tags) };
}

function readLog(session: Session, message: Message, { line, emit }: { line: number; emit: Emit }): void {
  if (message === null) return;
  const { open } = session;
  if (message.is === 'duration') {
    if (open !== null) open.duration ??= message.duration;
  } else if (message.is === 'plan') readPlan(session, { text: message.plan, line, duration: message.duration }, emit);
  else if (message.is === 'fetch') closeBoth(session, emit);
  else {
    const { is, sql, duration } = message;
    // A bind and the execution behind it are one, and so are an execution and the plan in front of it.
    const isSame = open !== null && open.sql === sql && ((open.is === 'bind' && is === 'execute') || open.is === 'plan');
    if (!isSame) closeBoth(session, emit);
    session.open = toOpen(is, sql, line);
    session.open.duration = duration;
    if (isSame) Object.assign(session.open, { params: open.params, plan: open.plan });
    if (is === 'statement') resolvePrepared(session);
  }
}

/** A plan belongs to the statement whose text it has. One with another text is of something inside it, unless plans are all that is logged. */
function readPlan(session: Session, { text, line, duration }: { text: string; line: number; duration: number }, emit: Emit): void {
  const logged = parseLoggedPlan(text);
  if (logged === null) return;
  const { open } = session;
  const isOnly = open === null || open.is === 'plan';
  if (!isOnly && open.sql === logged.sql) {
    open.plan ??= logged.plan;
    open.params ??= logged.params;
    return;
  }
  if (isOnly) closeBoth(session, emit);
  else closeNested(session, emit);
  if (session.progress?.sql !== logged.sql) session.progress = { sql: logged.sql, next: 0 };
  const planned = Object.assign(toOpen('plan', takePlanned(session.progress), line), { params: logged.params, duration, plan: logged.plan });
  session[isOnly ? 'open' : 'nested'] = planned;
}

/** Newer versions begin them with a capital. */
function readDetail(session: Session, text: string): void {
  const { open } = session;
  if (open === null) return;
  if (text.startsWith('arameters: ', 1)) open.params = parseParameters(text, 'parameters: '.length);
  else if (text.startsWith('repare: ', 1)) {
    const prepared = parsePrepare(text.slice('prepare: '.length));
    if (prepared !== null) session.prepared.set(prepared.name, prepared);
    resolvePrepared(session);
  }
}

/** An EXECUTE is what it executes. A PREPARE runs nothing. */
function resolvePrepared(session: Session): void {
  const { open } = session;
  if (open === null || !/^\W*(?:prepare|execute)\b/i.test(open.sql)) return;
  const prepared = parsePrepare(open.sql);
  if (prepared !== null) {
    session.prepared.set(prepared.name, prepared);
    session.open = null;
  }
  const execution = parseExecute(open.sql);
  const known = execution === null ? undefined : session.prepared.get(execution.name);
  if (execution !== null && known !== undefined) session.open = { ...open, ...applyPrepared(known, execution.values) };
}

/** Where in a function a statement stands; or, of a failure, its values. */
function readContext(session: Session, text: string): void {
  const values = text.indexOf('with parameters: $1 = ');
  if (values !== -1) session.failed = parseParameters(text, values + 'with parameters: '.length);
  const inner = session.nested ?? session.open;
  const place = /^SQL statement ".*"\nPL\/pgSQL function ([^\n]+) line (\d+) at /s.exec(text);
  if (inner?.is !== 'plan' || place === null) return;
  inner.name = `${place[1]} line ${place[2]}`;
  // Variables of the function stand in the text by their names. Nothing but its plan says what is read.
  inner.plan ??= { Plan: unreadPlan };
}

/** The statement of an error, which nothing else may have shown. */
function readFailed(session: Session, { sql, line }: { sql: string; line: number }, emit: Emit): void {
  const params = session.failed;
  session.failed = null;
  if (session.open?.sql === sql) {
    session.open.params ??= params;
    session.open.hasFailed = true;
  } else if (session.last !== sql) {
    closeBoth(session, emit);
    session.open = toOpen('failure', sql, line);
    Object.assign(session.open, { params, hasFailed: true });
  }
}

function closeBoth(session: Session, emit: Emit): void {
  const { open } = session;
  if (open !== null) {
    session.last = open.sql;
    session.open = null;
    const { hasFailed, params } = open;
    open.settings = session.tracker?.follow({ sql: open.sql, hasFailed, textOf: (number) => textOf(params?.[number - 1]) });
    emit(open);
  }
  closeNested(session, emit);
}

function closeNested(session: Session, emit: Emit): void {
  if (session.nested !== null) emit({ ...session.nested, settings: session.tracker?.inForce() });
  session.nested = null;
}

function textOf(value: LogValue | undefined): string | null | undefined {
  return value?.known === true ? value.text : undefined;
}

function toOpen(is: Open['is'], sql: string, line: number): Open {
  return { is, hasFailed: false, sql, dialect: 'dollar', params: null, line, caller: null, name: null, calls: 1, duration: null, plan: null };
}
