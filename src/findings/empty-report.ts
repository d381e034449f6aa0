import type { Report } from '../report/report.ts';
import { version } from '../version.ts';

/** The report of a run that had nothing to judge, and so no server. */
export const emptyReport: Report = {
  version: 1,
  planlint: version,
  server: { engine: 'embedded', database: null, version: '', citus: null, settings: {} },
  schema: { partitioned: 0, notes: [] },
  summary: {
    files: 0,
    statements: 0,
    distinct: 0,
    analysed: 0,
    inconclusive: 0,
    skipped: 0,
    failed: 0,
    errors: 0,
    warnings: 0,
    suppressed: 0,
    coverage: 1,
  },
  statements: [],
  findings: [],
};
