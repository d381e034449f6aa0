import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import type { CallSite } from '../register/call-site.ts';
import { type Backend, digest, parseRecord, type SiteRecord, toFileName } from '../register/site-record.ts';

/** Finds where a program called for what it sent. */
export interface CallSites {
  /** To be asked in the order of the session's executions. */
  find(backend: Backend, sql: string): CallSite | null;
}

/** What a session has told and was not asked for. */
interface Told {
  at: number;
  rest: string;
  readonly records: SiteRecord[];
}

/** Calls of a session that wait for their statement, at most: those of a text that something changed on its way never find theirs. */
const longest = 10_000;

/** Reads what `planlint/register` writes into a folder. Files inside `cwd` are named as seen from there. */
export function readCallSites(folder: string, cwd: string): CallSites {
  const sessions = new Map<string, Told>();
  return {
    find(backend, sql) {
      const name = toFileName(backend);
      const told = sessions.get(name) ?? { at: 0, rest: '', records: [] };
      // Who calls writes before it sends, so that what is asked for is there.
      if (!readOn(join(folder, name), told) && told.records.length === 0) return null;
      sessions.set(name, told);
      const wanted = digest(sql);
      const index = told.records.findIndex(([text]) => text === wanted);
      if (index === -1) {
        told.records.splice(0, told.records.length - longest);
        return null;
      }
      const [, file = '', line = 1] = told.records.splice(0, index + 1).at(-1) ?? [];
      return { file: toShown(file, cwd), line };
    },
  };
}

function readOn(path: string, told: Told): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= told.at) return false;
  const bytes = Buffer.alloc(size - told.at);
  const file = openSync(path, 'r');
  try {
    told.at += readSync(file, bytes, 0, bytes.length, told.at);
  } finally {
    closeSync(file);
  }
  const lines = (told.rest + bytes.toString('utf8')).split('\n');
  told.rest = lines.pop() ?? '';
  for (const line of lines) told.records.push(parseRecord(line));
  return true;
}

function toShown(file: string, cwd: string): string {
  const path = isAbsolute(file) ? relative(cwd, file) : file;
  return path.replaceAll('\\', '/');
}
