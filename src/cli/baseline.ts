import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { applyBaseline } from '../baseline/apply-baseline.ts';
import { type BaselineEntry, formatBaseline, parseBaseline } from '../baseline/baseline-file.ts';
import { type Match, matchBaseline } from '../baseline/match-baseline.ts';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { thousands } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import { writeOutputFile } from './output-file.ts';

export const baselineName = '.planlint-baseline.json';

export interface BaselineOptions {
  /** The file; `false` for none, not even the usual one. */
  readonly baseline?: string | false;
  readonly updateBaseline: boolean;
  readonly pruneBaseline: boolean;
  readonly failOnStaleBaseline: boolean;
}

/** A baseline while a run goes on. */
export interface OpenBaseline {
  /** The report with the findings marked that the baseline holds. */
  apply(report: Report): Report;
  /** Writes what is to be written; what there is to tell, and whether the run fails by it. */
  finish(): Promise<{ readonly receipt: string; readonly fails: boolean }>;
}

/** Reads the baseline, if there is one. Throws a UserError where it is named and missing, or is none. */
export async function openBaseline(options: BaselineOptions, cwd: string): Promise<OpenBaseline> {
  const isChanged = options.updateBaseline || options.pruneBaseline;
  if (options.baseline === false) {
    if (isChanged) throw new UserError('usage', '--no-baseline leaves no baseline to change', { hint: 'leave one of the flags out' });
    return { apply: (report) => report, finish: async () => ({ receipt: '', fails: false }) };
  }
  const name = options.baseline ?? baselineName;
  const file = resolve(cwd, name);
  const entries = await read(file, name, options);
  const folder = dirname(file);
  const surroundings = {
    today: new Date().toISOString().slice(0, 10),
    pathOf: (path: string) => (path === '-' ? path : relative(folder, resolve(cwd, path)).replaceAll('\\', '/')),
    isGone: (path: string) => path !== '-' && !existsSync(resolve(folder, path)),
  };
  let last: Match | null = null;
  return {
    apply(report) {
      last = matchBaseline(report, entries, surroundings);
      const fresh = options.updateBaseline
        ? [...last.fresh].flatMap(([entry, findings]) => findings.map((finding) => [finding, entry] as const))
        : [];
      return applyBaseline(report, new Map([...last.held, ...fresh]));
    },
    async finish() {
      if (last === null) return { receipt: '', fails: false };
      const { used, fresh, stale, others, expired } = last;
      const gone = expired.map(
        ({ path, rule, until }) => `planlint: ${name}: the entry for ${rule} in ${path} has expired: it held until ${until}\n`,
      );
      if (!isChanged) return { receipt: gone.join('') + tellStale(stale, name), fails: options.failOnStaleBaseline && stale.length > 0 };
      const added = options.updateBaseline ? [...fresh.keys()] : [];
      await writeOutputFile(file, formatBaseline([...used, ...others, ...added]));
      const changes = [
        ...(options.updateBaseline ? [`${countEntries(added.length)} added`] : []),
        `${countEntries(stale.length)} removed`,
        `${thousands(used.length + others.length)} kept`,
      ];
      const lines = [...added.map((entry) => describe('+', entry)), ...stale.map((entry) => describe('-', entry))];
      return { receipt: `${gone.join('')}planlint: ${name}: ${changes.join(', ')}\n${lines.join('')}`, fails: false };
    },
  };
}

async function read(file: string, name: string, { baseline, updateBaseline }: BaselineOptions): Promise<readonly BaselineEntry[]> {
  try {
    return parseBaseline(name, await readFile(file, 'utf8'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && (updateBaseline || baseline === undefined)) return [];
    throw new UserError('config', `the baseline ${name} cannot be read: ${reasonOf(error)}`, { hint: 'write one with --update-baseline' });
  }
}

function countEntries(amount: number): string {
  return amount === 1 ? '1 entry' : `${thousands(amount)} entries`;
}

function tellStale(stale: readonly BaselineEntry[], name: string): string {
  if (stale.length === 0) return '';
  const what = stale.length === 1 ? '1 entry is stale: its finding is' : `${stale.length} entries are stale: their findings are`;
  return `planlint: ${name}: ${what} gone; --prune-baseline takes ${stale.length === 1 ? 'it' : 'them'} out\n${stale.map((entry) => describe(' ', entry)).join('')}`;
}

function describe(sign: string, { path, rule, statement }: BaselineEntry): string {
  return `  ${sign} ${path}  ${rule}  ${statement.slice(0, 60)}\n`;
}
