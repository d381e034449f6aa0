import { AsyncLocalStorage } from 'node:async_hooks';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CallSite, findCallSite, noSite } from './call-site.ts';
import { type Backend, formatRecord, toFileName } from './site-record.ts';

/** Tells of calls. None of its functions throws: what goes wrong leaves a place unknown. */
export interface Calls {
  /** A function that gives where the caller of `from` was called, or else what it is `within`; the stack is read when it is asked. */
  locate(from: (...given: never[]) => unknown): () => CallSite | null;
  /** Runs what sends statements for a caller whom the stack may not show by then, however long after. */
  within<T>(site: () => CallSite | null, action: () => T): T;
  /** Writes down that a statement is sent to a session next. It is in the file before the statement is on its way. */
  tell(backend: Backend, sql: string, site: CallSite | null): void;
}

/** Frames that are looked through: ORMs are deep. */
const depth = 120;

export function openCalls(folder: string): Calls {
  const inherited = new AsyncLocalStorage<() => CallSite | null>();
  return {
    within: (site, action) => inherited.run(site, action),
    locate(from) {
      const outer = inherited.getStore() ?? noSite;
      const holder: { stack?: string } = {};
      const before = Error.stackTraceLimit;
      try {
        Error.stackTraceLimit = depth;
        Error.captureStackTrace(holder, from);
      } catch {
        return outer;
      } finally {
        Error.stackTraceLimit = before;
      }
      return () => quietly(() => (typeof holder.stack === 'string' ? findCallSite(holder.stack) : null) ?? outer()) ?? null;
    },
    tell(backend, sql, site) {
      if (site !== null) quietly(() => appendFileSync(join(folder, toFileName(backend)), formatRecord(sql, site), { mode: 0o600 }));
    },
  };
}

/** Runs what must not disturb the program. */
export function quietly<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch {
    return undefined;
  }
}
