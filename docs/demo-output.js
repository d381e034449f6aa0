// What the README shows of planlint's output: three statements of the demo with their findings and its summary, and one statement explained.
import { explainStatements, formatExplanation, formatPretty, lint, openEmbedded, readSources, rules } from '../dist/src/index.js';

const ledger = 'fixtures/ledger';
const names = ['CreditsByEntry', 'StatementOfDay'];
const captured = 'src/entry/entry-service.ts:48';
/** What one run took: every run has a time of its own, and the README is not to change with each. */
const elapsedMs = 1810;

const schema = `${ledger}/schema.sql`;

function open(cwd) {
  return openEmbedded({ schema: [schema], seed: [`${ledger}/seed.sql`], cwd, settings: {}, binaries: null });
}

export async function explainOutput(cwd) {
  const { statements } = await readSources(['fixtures/explain/queries.sql'], cwd, process.stdin);
  const database = await open(cwd);
  try {
    const shown = statements.filter(({ name }) => name === 'JoinWithoutThePeriod');
    const explanation = await explainStatements(shown, database, { showValues: false, onProgress: () => {} });
    return formatExplanation(explanation, { colour: false, width: 80, elapsedMs, schema }).trimEnd();
  } finally {
    await database.close();
  }
}

export async function demoOutput(cwd) {
  const sources = await readSources([`${ledger}/queries`, `${ledger}/captured`], cwd, process.stdin);
  const database = await open(cwd);
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
