import { count } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import type { Sources } from '../source/inputs.ts';
import { mendFiles, writeMended } from './fix-files.ts';

/** Statements and what was found in them. */
export interface Checked {
  readonly sources: Sources;
  readonly report: Report;
}

export interface Mending {
  readonly cwd: string;
  /** Shows what would be written, and writes nothing. */
  readonly fixDryRun: boolean;
  readonly lintAgain: (sources: Sources) => Promise<Report>;
}

interface Applied {
  /** On the files as they are now. */
  readonly report: Report;
  readonly diff: string | null;
  /** What was written, to be told beside the report. */
  readonly receipt: string;
}

/** Writes the fixes that keep all rows into the files of the statements, which are checked once more then. */
export async function applyFixes({ sources, report }: Checked, { cwd, fixDryRun, lintAgain }: Mending): Promise<Applied> {
  const { files, left } = await mendFiles(sources, report, cwd);
  const leftAlone = left.map((path) => `planlint: ${path} is left as it is: with its fixes it would hold other statements\n`).join('');
  const statements = files.reduce((sum, file) => sum + file.statements, 0);
  const amount = `${count(statements, 'statement')} in ${count(files.length, 'file')}`;
  if (fixDryRun) {
    const receipt = statements === 0 ? 'planlint: no fix to write\n' : `planlint: --fix would mend ${amount}\n`;
    return { report, diff: files.map(({ diff }) => diff).join(''), receipt: receipt + leftAlone };
  }
  if (files.length === 0) return { report, diff: null, receipt: `planlint: no fix to write\n${leftAlone}` };
  return { report: await lintAgain(await writeMended(files, sources, cwd)), diff: null, receipt: `planlint: mended ${amount}\n${leftAlone}` };
}
