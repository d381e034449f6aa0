import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../report/report.ts';

/** How many reports are kept: those that were asked for last. */
const most = 64;
/** What they may take together, in bytes; and what one may. */
const mostBytes = 100e6;
const longest = 25e6;
/** Milliseconds after which what another run was writing was left behind. */
const patience = 600_000;

/** What a run found, and in which files. */
export interface Kept {
  readonly report: Report;
  readonly paths: readonly string[];
}

/** The report that was kept under a key; `null` where there is none, or it is damaged. */
export function findReport(folder: string, key: string): Kept | null {
  const place = toPlace(folder, key);
  try {
    const [, sum, body = ''] = /^(\w+)\n([\s\S]*)$/.exec(readFileSync(place, 'utf8')) ?? [];
    if (sum !== toSum(key, body)) return null;
    const now = new Date();
    utimesSync(place, now, now);
    return JSON.parse(body) as Kept;
  } catch {
    return null;
  }
}

/** Keeps a report, for this user's eyes. Where that cannot be done the next run judges anew. */
export function keepReport(folder: string, key: string, kept: Kept): void {
  const body = JSON.stringify({ report: kept.report, paths: kept.paths });
  if (body.length > longest) return;
  const draft = join(folder, `draft-${randomBytes(8).toString('hex')}`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${toSum(key, body)}\n${body}`, { mode: 0o600, flag: 'wx' });
    renameSync(draft, toPlace(folder, key));
    removeSurplus(folder);
  } catch {
    discard(draft);
  }
}

/** Where its folder cannot be there, nor can it. */
function discard(draft: string): void {
  try {
    rmSync(draft, { force: true });
  } catch {}
}

function toPlace(folder: string, key: string): string {
  return join(folder, `report-${key}`);
}

function toSum(key: string, body: string): string {
  return createHash('sha256').update(`${key}\0`).update(body).digest('hex');
}

function removeSurplus(folder: string): void {
  const kept = readdirSync(folder)
    .filter((name) => /^(?:report|draft)-[0-9a-f]+$/.test(name))
    .map((name) => ({ name, place: join(folder, name) }))
    .map(({ name, place }) => ({ name, place, stats: statSync(place, { throwIfNoEntry: false }) }))
    .sort((a, b) => (b.stats?.mtimeMs ?? 0) - (a.stats?.mtimeMs ?? 0));
  let [reports, bytes] = [0, 0];
  for (const { name, place, stats } of kept) {
    if (name.startsWith('draft-')) {
      if (Date.now() - (stats?.mtimeMs ?? 0) > patience) rmSync(place, { force: true });
      continue;
    }
    reports += 1;
    bytes += stats?.size ?? 0;
    if (reports > most || bytes > mostBytes) rmSync(place, { force: true });
  }
}
