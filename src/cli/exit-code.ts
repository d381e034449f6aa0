import { UserError } from '../errors.ts';
import { count, thousands } from '../report/count.ts';
import type { Report } from '../report/report.ts';
import { shortfallOf } from '../report/unjudged.ts';
import type { ReportOptions } from './check-options.ts';
import { type Streams, tell } from './streams.ts';

/** 1 where something was found that is to fail, else 0. Throws a `UserError` where a project has nothing that could be judged. */
export async function toExitCode(whole: Report, projects: readonly Report[], options: ReportOptions, streams: Streams): Promise<number> {
  const { errors, warnings } = whole.summary;
  if (errors > 0 || (options.failOn === 'warning' && warnings > 0)) return 1;
  if (options.maxWarnings !== undefined && warnings > options.maxWarnings) {
    await tell(streams, `planlint: ${count(warnings, 'warning')}, and --max-warnings lets ${options.maxWarnings} pass\n`);
    return 1;
  }
  const stale = whole.baseline?.stale.length ?? 0;
  if (options.failOnStaleBaseline && stale > 0) {
    await tell(streams, `planlint: ${stale} stale in ${whole.baseline?.path}, which --fail-on-stale-baseline does not let pass\n`);
    return 1;
  }
  for (const report of projects) refuseUnjudged(report);
  if (!options.failOnInconclusive) return 0;
  const open = whole.statements.filter(({ accepted }) => accepted === null).map((statement) => shortfallOf(statement)?.status);
  const amounts = (['inconclusive', 'partly judged'] as const).flatMap((status) => {
    const amount = open.filter((one) => one === status).length;
    return amount === 0 ? [] : [`${thousands(amount)} ${status}`];
  });
  if (amounts.length === 0) return 0;
  await tell(streams, `planlint: ${amounts.join(', ')}, which --fail-on-inconclusive does not let pass\n`);
  return 1;
}

function refuseUnjudged({ summary, server }: Report): void {
  if (summary.inconclusive === 0 || summary.analysed > 0 || summary.errors > 0) return;
  const hint =
    server.engine === 'embedded'
      ? 'is --schema the schema that these queries run on?'
      : 'is it the database of these queries, and may the role read its tables?';
  throw new UserError('source', 'no statement could be judged', { hint });
}
