import { resolve } from 'node:path';
import type { FullPresentation } from '../report/presentation.ts';
import type { Report } from '../report/report.ts';
import type { FormatId, Output } from './outputs.ts';
import { print, type Streams } from './streams.ts';

export type Format = (report: Report, presentation: FullPresentation) => string;

const loaders: Readonly<Record<FormatId, () => Promise<Format>>> = {
  pretty: async () => (await import('../report/pretty.ts')).formatPretty,
  compact: async () => (await import('../report/compact.ts')).formatCompact,
  json: async () => (await import('../report/json.ts')).formatJson,
  sarif: async () => (await import('../report/sarif/sarif.ts')).formatSarif,
  junit: async () => (await import('../report/junit.ts')).formatJunit,
  github: async () => (await import('../report/github.ts')).formatGithub,
  gitlab: async () => (await import('../report/gitlab.ts')).formatGitlab,
  markdown: async () => (await import('../report/markdown/markdown.ts')).formatMarkdown,
  html: async () => (await import('../report/html/html.ts')).formatHtml,
};

/** An output, and what makes its text. */
export interface Writer extends Output {
  readonly toText: Format;
}

export async function loadWriters(outputs: readonly Output[]): Promise<readonly Writer[]> {
  return Promise.all(outputs.map(async (output) => ({ ...output, toText: await loaders[output.format]() })));
}

export interface Written {
  readonly report: Report;
  /** What stands in place of the report; `null` where nothing does. */
  readonly diff: string | null;
  /** A file has no colours, and the usual width. */
  readonly presentationFor: (file: string | null) => FullPresentation;
}

/** Prints the report that is printed, and writes those that go to files, each whole or not at all. Where none is printed it tells what was written. */
export async function writeReports(writers: readonly Writer[], { report, diff, presentationFor }: Written, streams: Streams): Promise<void> {
  const textOf = ({ toText, file }: Writer): string => diff ?? toText(report, presentationFor(file));
  for (const writer of writers) if (writer.file === null) await print(streams, textOf(writer));
  const files = writers.flatMap(({ file }) => file ?? []);
  if (files.length === 0) return;
  const { writeOutputFile } = await import('./output-file.ts');
  for (const writer of writers) if (writer.file !== null) await writeOutputFile(resolve(streams.cwd, writer.file), textOf(writer));
  // Who asks for JSON alone reads nothing else.
  if (files.length < writers.length || writers.every(({ format }) => format === 'json')) return;
  const { formatCounts } = await import('../report/summary.ts');
  await print(streams, `${formatCounts(report)}, written to ${files.join(', ')}\n`);
}
