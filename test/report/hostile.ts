import type { FullPresentation } from '../../src/report/presentation.ts';
import type { Report, Suppression } from '../../src/report/report.ts';
import { effectSample, type StatementSample, sampleReport, sampleTable } from './sample.ts';

/** Everything that ends a line, a tag, a property, a string or a terminal's patience. */
export const nasty = '100% <script>alert("x")</script> ]]> & \u001b[31mred\u001b[0m\u0000 a:b,c 🐘 \u202eevil @team #1 `tick';

export const nastyPath = 'db/100% off, a:b/we[i]rd 🐘 <script>.sql';

const query = "SELECT '🐘', amount\r\nFROM credit c -- \u001b[2J ]]> </script>\r\nWHERE c.note = '<img src=x onerror=alert(1)>' AND c.id = 7";

const samples: readonly StatementSample[] = [
  {
    path: nastyPath,
    line: 3,
    column: 5,
    name: 'Of "all" <b>漢字</b> & \u0007',
    sql: query,
    verdict: 'missing-key',
    tables: [
      sampleTable({ table: 'public.credit', alias: 'c', verdict: 'missing-key', leaves: { planned: 2, total: 2, byGroup: { 'g<1>': 1, g2: 1 } } }),
    ],
    findings: [
      {
        at: 'credit c',
        message: `\`credit c\` reads 2 leaves; ${nasty}`,
        help: 'Add `c.created_at = …`\nand mind {braces}, [links](http://example.com) and | pipes',
        evidence: {
          ...effectSample('`credit c` reads 2 leaves', nasty).evidence,
          fix: {
            sql: query.replace('c.id = 7', "c.id = 7 AND c.k = '<i>🐘</i>'"),
            edits: [{ start: query.length, end: query.length, text: " AND c.k = '<i>🐘</i>'" }],
            kind: 'same',
            assumes: [],
            needs: [],
            leaves: 1,
          },
        },
      },
      { at: 'amount', severity: 'warning', rule: 'no-generic-fanout', message: 'The generic plan reads all', help: '' },
    ],
  },
  // The same again, with a name and a place of its own.
  { path: nastyPath, line: 9, sql: query.replaceAll('\r', ''), findings: [{ at: 'credit c' }, { at: 'credit c', rule: 'made-elsewhere' }] },
  { path: 'app log.jsonl', line: 7, captured: true, calls: 38, name: null, sql: 'UPDATE credit SET a = $1', kind: 'update', findings: [{}] },
  {
    path: '-',
    line: 1,
    sql: 'SELECT 1 FROM credit',
    findings: [{ rule: 'no-hidden-cascade', severity: 'warning', message: 'No table', help: 'Do it.' }],
  },
  { path: 'db/fine.sql', line: 1, name: 'Fine', sql: 'SELECT 2' },
  { path: 'db/fine.sql', line: 4, status: 'skipped', reason: 'SET', sql: 'SET a = 1', kind: 'utility', verdict: null, tables: [] },
  { path: 'db/fine.sql', line: 5, status: 'inconclusive', reason: `needs ${nasty}`, sql: 'SELECT 3', verdict: null, tables: [] },
  { path: 'db/fine.sql', line: 6, status: 'failed', reason: 'relation "x" does not exist', sql: 'SELECT 4', verdict: null, tables: [] },
  { path: 'db/known.sql', line: 1, name: 'Ignored', sql: 'SELECT * FROM credit', findings: [{ at: 'credit' }] },
  { path: 'db/known.sql', line: 2, name: 'InBaseline', sql: 'SELECT * FROM credit', findings: [{ at: 'credit' }] },
];

const suppressions: ReadonlyMap<number, Suppression> = new Map([
  [8, { kind: 'ignore', reason: 'yearly report <b>, see #12' }],
  [9, { kind: 'baseline', reason: 'in .planlint-baseline.json' }],
]);

/** A report with everything in it that is hard to print, and each kind of statement and finding. */
export function hostileReport(): Report {
  const plain = sampleReport(samples);
  const findings = plain.findings.map((finding) => ({
    ...finding,
    table: finding.message === 'No table' ? null : finding.table,
    suppressed: suppressions.get(finding.statement) ?? null,
    fingerprint: finding.suppressed === null ? `${finding.rule}-f` : finding.fingerprint,
  }));
  const counted = (severity: string): number => findings.filter((finding) => finding.suppressed === null && finding.severity === severity).length;
  const summary = { ...plain.summary, errors: counted('error'), warnings: counted('warning'), suppressed: suppressions.size };
  return { ...plain, findings, summary };
}

/** Nothing found, and nothing left unjudged. */
export function cleanReport(): Report {
  return sampleReport([{ path: 'db/fine.sql', name: 'Fine', sql: 'SELECT 2' }]);
}

/** As many errors and warnings, each with a statement of its own. */
export function largeReport(errors: number, warnings = 0): Report {
  const severities = [...Array.from({ length: errors }, () => 'error' as const), ...Array.from({ length: warnings }, () => 'warning' as const)];
  return sampleReport(
    severities.map((severity, index) => ({
      path: `db/file-${index % 20}.sql`,
      line: 1 + index,
      name: `Query${index}`,
      sql: `SELECT e.id, c.amount -- ${index}\nFROM ledger_entry e\nJOIN credit c ON c.entry_id = e.id\nWHERE e.account_id = ${index}`,
      findings: [{ at: 'credit c', severity, rule: index % 3 === 0 ? 'no-leaf-fanout' : 'require-partition-keys' }],
    })),
  );
}

export const presentation: FullPresentation = {
  colour: false,
  width: 80,
  elapsedMs: 1234,
  schema: 'db/schema.sql',
  folder: '',
  rules: [
    {
      id: 'require-partition-keys',
      summary: 'A reference leaves a key unconstrained.',
      why: 'Why <b> & so.',
      bad: 'SELECT 1',
      good: 'SELECT 2',
      severity: 'error',
      level: null,
      page: null,
    },
    {
      id: 'no-generic-fanout',
      summary: 'Summary.',
      why: 'Why.',
      bad: 'SELECT 1',
      good: 'SELECT 2',
      severity: 'warning',
      level: null,
      page: null,
    },
  ],
};
