import { isAbsolute, resolve } from 'node:path';
import { UserError } from '../errors.ts';
import { suggest } from '../nearest.ts';
import { toRelativePath } from '../relative-path.ts';
import type { Streams } from './streams.ts';

export const formatIds = ['pretty', 'compact', 'json', 'sarif', 'junit', 'github', 'gitlab', 'markdown', 'html'] as const;
export type FormatId = (typeof formatIds)[number];

/** A report in one form, and where it goes. */
export interface Output {
  readonly format: FormatId;
  /** `null` is standard output. */
  readonly file: string | null;
}

/** Reads `sarif` or `sarif=planlint.sarif`. Throws a `UserError` where there is no such format. */
export function parseOutput(text: string): Output {
  const [, id = '', file] = /^([^=]*)(?:=(.*))?$/s.exec(text) ?? [];
  const format = formatIds.find((known) => known === id);
  if (format === undefined) throw new UserError('usage', `unknown format "${id}"`, { hint: suggest(id, formatIds) });
  if (file === '') throw new UserError('usage', `--format ${text} names no file`, { hint: `write --format ${id}, or --format ${id}=<file>` });
  return { format, file: file === undefined || file === '-' ? null : file };
}

/** Whether a report shows pictures of what statements read. */
export function showsPictures({ format }: Output): boolean {
  return format === 'html' || format === 'markdown';
}

/** Whether a report tells of the rules that were asked. */
export function tellsRules({ format }: Output): boolean {
  return format === 'sarif' || format === 'html';
}

/** What the outputs depend on beside the flags that name them. */
export interface Asked {
  readonly outputFile?: string;
  /** A diff is printed in place of the report. */
  readonly fixDryRun: boolean;
}

/** Where each report goes: `--output-file` names the file of the only one without. Throws a `UserError` where two would go to one place. */
export function toOutputs(given: readonly Output[], { outputFile, fixDryRun }: Asked, { env, cwd }: Pick<Streams, 'env' | 'cwd'>): readonly Output[] {
  const asked = given.length === 0 ? usual(outputFile === undefined && !fixDryRun, env) : given;
  if (fixDryRun && asked.length > 1)
    throw new UserError('usage', '--fix-dry-run prints a diff in place of one report', { hint: 'give one --format at most' });
  const open = asked.filter(({ file }) => file === null);
  if (outputFile !== undefined && open.length !== 1) {
    const hint = 'name the file of each report with its format: --format sarif=planlint.sarif';
    throw new UserError('usage', `--output-file is for one report, and ${open.length === 0 ? 'each has its file' : 'there are more'}`, { hint });
  }
  // Annotations are lines among others to those who read them, so that they may follow the report that a person reads.
  if (given.length > 0 && open.length > 1) {
    const hint = `give files to all but one: --format ${open[0]?.format} --format ${open[1]?.format}=<file>`;
    throw new UserError('usage', `${open.map(({ format }) => format).join(' and ')} cannot both go to standard output`, { hint });
  }
  const outputs = asked.map((output) =>
    output.file === null && outputFile !== undefined && outputFile !== '-' ? { ...output, file: outputFile } : output,
  );
  refuseTwins(outputs, cwd);
  return outputs;
}

/** For people; where GitHub runs the job, with annotations behind it. */
function usual(isOnStandardOutput: boolean, env: Streams['env']): readonly Output[] {
  const pretty: Output = { format: 'pretty', file: null };
  return isOnStandardOutput && env['GITHUB_ACTIONS'] === 'true' ? [pretty, { format: 'github', file: null }] : [pretty];
}

function refuseTwins(outputs: readonly Output[], cwd: string): void {
  const files = outputs.flatMap(({ file }) => (file === null ? [] : [resolve(cwd, file)]));
  const twin = outputs.find(({ file }) => file !== null && files.indexOf(resolve(cwd, file)) !== files.lastIndexOf(resolve(cwd, file)));
  if (twin === undefined) return;
  throw new UserError('usage', `two reports cannot be written to ${twin.file}`, { hint: 'name another file for one of them' });
}

/** The folder that the run's paths start in, as the repository names it where GitHub or GitLab has checked it out; empty where that is its root, or not known. */
export function folderInRepository({ cwd, env }: Pick<Streams, 'cwd' | 'env'>): string {
  const root = env['GITHUB_WORKSPACE'] || env['CI_PROJECT_DIR'];
  if (!root) return '';
  const between = toRelativePath(cwd, root);
  return /^\.\.(?:\/|$)/.test(between) || isAbsolute(between) ? '' : between;
}
