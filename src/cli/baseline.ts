import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { applyBaseline } from '../baseline/apply-baseline.ts';
import { formatBaseline, parseBaseline } from '../baseline/baseline-file.ts';
import type { Scope } from '../baseline/is-stale.ts';
import { type Match, matchBaseline } from '../baseline/match-baseline.ts';
import { shortenCommand } from '../baseline/shorten-command.ts';
import { isSchemaOf } from '../catalog/only-schemas.ts';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { readRulesInForce } from '../policy/policy.ts';
import { toRelativePath } from '../relative-path.ts';
import { thousands } from '../report/count.ts';
import type { BaselineEntry, Report } from '../report/report.ts';
import type { Rule } from '../rule.ts';
import { toDay } from '../today.ts';
import type { BaselineFile, BaselineOptions } from './baseline-options.ts';
import type { ProjectOptions } from './check-options.ts';
import type { Judged } from './judge-project.ts';
import { loadAllRules } from './load-all-rules.ts';
import { writeOutputFile } from './output-file.ts';
import type { Streams } from './streams.ts';

/** A baseline while a run goes on. */
export interface OpenBaseline {
  /** The report with the findings marked that the baseline holds, and what is wrong with its entries. */
  apply(report: Report, projects: readonly ProjectOptions[], judged: readonly Judged[]): Promise<Report>;
  /** Writes what is to be written, and gives what there is to tell of that. */
  finish(): Promise<string>;
}

/** Reads the baseline. Throws a UserError where it is none, or is to be there and is missing. */
export function openBaseline({ file, shown, isNeeded }: BaselineFile, options: BaselineOptions, { cwd, now }: Streams): OpenBaseline {
  const entries = read(file, shown, isNeeded);
  const folder = dirname(file);
  const isChanged = options.updateBaseline || options.pruneBaseline;
  const surroundings = {
    pathOf: (path: string) => {
      // What a program that does not tell its call sites was called by is no file.
      const isCommand = /\s/.test(path) && !existsSync(resolve(cwd, path));
      const named = isCommand ? shortenCommand(path, [cwd, folder]) : path;
      return path === '-' ? path : toRelativePath(resolve(cwd, named), folder);
    },
    textOf: (path: string) => textOf(resolve(folder, path)),
  };
  let last: Match | null = null;
  return {
    async apply(report, projects, judged) {
      const scopes: Scope[] = [];
      for (const [index, one] of judged.entries()) {
        const project = projects[index];
        if (project !== undefined) scopes.push(toScope(project, one, await loadAllRules(project, cwd)));
      }
      last = matchBaseline(report, entries, toDay(now()), { ...surroundings, scopes });
      const { held, fresh, stale, expired } = last;
      const written = options.updateBaseline ? [...fresh].flatMap(([entry, findings]) => findings.map((finding) => [finding, entry] as const)) : [];
      return { ...applyBaseline(report, new Map([...held, ...written])), baseline: { path: shown, stale: isChanged ? [] : stale, expired } };
    },
    async finish() {
      if (last === null || !isChanged) return '';
      const { used, fresh, stale, others } = last;
      const added = options.updateBaseline ? [...fresh.keys()] : [];
      await writeOutputFile(file, formatBaseline([...used, ...others, ...added]));
      const changes = [
        ...(options.updateBaseline ? [`${countEntries(added.length)} added`] : []),
        `${countEntries(stale.length)} removed`,
        `${thousands(used.length + others.length)} kept`,
      ];
      return `planlint: ${shown}: ${changes.join(', ')}\n${list('+', added)}${list('-', stale)}`;
    },
  };
}

/** What a run has judged of a project. */
function toScope({ policy = {}, onlySchema }: ProjectOptions, { paths, report }: Judged, rules: readonly Rule[]): Scope {
  const rulesInForce = readRulesInForce(rules, policy);
  return {
    paths: [...new Set([...paths, ...report.statements.map(({ path }) => path)])],
    isInForce: (rule, path) => rulesInForce(path).includes(rule),
    judges: (table) => onlySchema.length === 0 || (table !== null && onlySchema.some((pattern) => isSchemaOf(pattern, table.split('.')[0] ?? ''))),
  };
}

function read(file: string, shown: string, isNeeded: boolean): readonly BaselineEntry[] {
  try {
    return parseBaseline(shown, readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && !isNeeded) return [];
    throw new UserError('config', `the baseline ${shown} cannot be read: ${reasonOf(error)}`, { hint: 'write one with --update-baseline' });
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // What cannot be read is there.
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : '';
  }
}

function countEntries(amount: number): string {
  return amount === 1 ? '1 entry' : `${thousands(amount)} entries`;
}

/** No more are named than are looked at: an old code base brings hundreds. */
const most = 20;

function list(sign: string, entries: readonly BaselineEntry[]): string {
  const shown = entries.slice(0, entries.length > most ? most - 1 : most);
  const lines = shown.map(({ path, rule, statement }) => `  ${sign} ${path}  ${rule}  ${shorten(statement, 60)}\n`);
  const rest = entries.length - shown.length;
  return `${lines.join('')}${rest > 0 ? `  ${sign} ${thousands(rest)} more\n` : ''}`;
}

function shorten(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1).trimEnd()}…` : text;
}
