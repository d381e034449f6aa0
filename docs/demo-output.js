// The piece of the demo's report that the README shows: three statements with their findings, and the summary.
import { formatPretty, lint, openEmbedded, readSources, rules } from '../dist/src/index.js';

const ledger = 'fixtures/ledger';
const names = ['CreditsByEntry', 'StatementOfDay'];
const captured = 'src/entry/entry-service.ts:48';
/** What one run took: every run has a time of its own, and the README is not to change with each. */
const elapsedMs = 1810;

export async function demoOutput(cwd) {
  const schema = `${ledger}/schema.sql`;
  const sources = await readSources([`${ledger}/queries`, `${ledger}/captured`], cwd, process.stdin);
  const database = await openEmbedded({ schema: [schema], seed: [`${ledger}/seed.sql`], cwd, settings: {}, binaries: null });
  try {
    const report = await lint(sources, database, { rules, showValues: false, onProgress: () => {} });
    const findings = report.findings.filter(({ statement }) => isShown(report.statements[statement]));
    return formatPretty({ ...report, findings }, { colour: false, width: 80, elapsedMs, schema }).trimEnd();
  } finally {
    await database.close();
  }
}

function isShown({ name, path, line }) {
  return names.includes(name) || `${path}:${line}` === captured;
}
