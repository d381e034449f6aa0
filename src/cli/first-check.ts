import { Writable } from 'node:stream';
import type { Choices } from '../init/choices.ts';
import type { Report } from '../report/report.ts';
import { usualName as baselineName } from './baseline-options.ts';
import type { CheckOptions } from './check-options.ts';
import { print, type Streams } from './streams.ts';
import { toProjects } from './to-projects.ts';

/** What came of trying the config. */
export interface Outcome {
  readonly code: number;
  /** `null` where there was nothing to check. */
  readonly summary: Pick<Report['summary'], 'errors' | 'warnings' | 'statements' | 'files' | 'inconclusive'> | null;
  /** Whether what was found is held in a baseline now. */
  readonly isHeld: boolean;
}

interface Trial {
  readonly choices: Choices;
  readonly isAsking: boolean;
  readonly baseline: boolean | undefined;
}

/** Checks once with the config that was written, and holds in a baseline what is found if that is wished. */
export async function tryOut({ choices, isAsking, baseline }: Trial, streams: Streams): Promise<Outcome> {
  if (choices.parts.every(({ paths }) => paths.length === 0)) return { code: 0, summary: null, isHeld: false };
  const summary = await checkQuietly({}, streams);
  const found = summary.errors + summary.warnings;
  if (found === 0) return { code: 0, summary, isHeld: false };
  const question = `Hold these in ${baselineName}, so that only new ones fail`;
  const isHeld = baseline ?? (isAsking && (await (await import('./ask-choices.ts')).askWhether(question, streams)));
  if (isHeld) await checkQuietly({ updateBaseline: true }, streams);
  return { code: 0, summary, isHeld };
}

/** Checks, and tells only how much was found. */
async function checkQuietly(given: Pick<Partial<CheckOptions>, 'updateBaseline'>, streams: Streams): Promise<Report['summary']> {
  const { check } = await import('./check.ts');
  const pieces: Buffer[] = [];
  const stdout = new Writable({
    write(piece, _, done) {
      pieces.push(Buffer.from(piece));
      done();
    },
  });
  const stderr = given.updateBaseline === true ? Object.assign(new Writable({ write: (_, __, done) => done() }), { isTTY: false }) : streams.stderr;
  const projects = await toProjects({ ...given, format: [{ format: 'json', file: null }] }, streams);
  await check(projects, { ...streams, stdout, stderr });
  const { summary } = JSON.parse(Buffer.concat(pieces).toString()) as Report;
  if (given.updateBaseline !== true) await print(streams, describe(summary));
  return summary;
}

function describe({ errors, warnings, statements, files, inconclusive }: Report['summary']): string {
  const count = (amount: number, name: string): string => `${amount} ${name}${amount === 1 ? '' : 's'}`;
  const rest = inconclusive === 0 ? '' : `, ${inconclusive} could not be judged`;
  return `\nChecked ${count(statements, 'statement')} in ${count(files, 'file')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}${rest}\n`;
}
