import { describe, expect, test } from 'vitest';
import type { Presentation } from '../../src/report/presentation.ts';
import { formatPretty } from '../../src/report/pretty.ts';
import { effectSample, type FindingSample, type StatementSample, sampleReport } from './sample.ts';

const presentation: Presentation = { colour: false, width: 80, elapsedMs: 240, schema: 'db/migrations (41 files)' };

const join = `SELECT e.id, e.created_at, c.amount
FROM ledger_entry e
JOIN credit c ON c.entry_id = e.id
WHERE e.account_id = $1 AND e.account_group = $2
  AND e.created_at >= $3 AND e.created_at < $4`;
const group: FindingSample = {
  at: 'credit c',
  ...effectSample('`credit c` reads 70 leaves in 14 groups', '`account_group` is not constrained'),
  help: 'Add `c.account_group = e.account_group` to the join',
};
const period: FindingSample = {
  at: 'credit c',
  ...effectSample('`credit c` reads 70 leaves in 14 groups', '`created_at` is not constrained'),
  help: 'Add `c.created_at = e.created_at` to the join',
};

const mixed: readonly StatementSample[] = [
  { name: 'EntriesWithCredits', line: 12, sql: join, findings: [group, period] },
  {
    path: 'app.jsonl',
    line: 1873,
    captured: true,
    calls: 38,
    sql: 'UPDATE "ledger_entry" SET "status" = $1, "note" = $2, "amount" = $3, "currency" = $4 WHERE "id" IN ($5)',
    findings: [
      {
        rule: 'no-leaf-fanout',
        at: '"ledger_entry"',
        message: '`ledger_entry` reads 70 leaves in 14 groups',
        help: 'Constrain `account_group` and `created_at` in the WHERE',
      },
      { rule: 'no-partition-key-update', severity: 'warning', at: '"currency" = $4', message: 'sets `currency`', help: 'Leave it out', evidence: {} },
    ],
  },
  {
    path: 'db/queries/report.sql',
    line: 3,
    status: 'failed',
    reason: 'column "totl" does not exist',
    sql: 'SELECT totl\nFROM daily',
    findings: [
      { rule: 'no-unplannable-statement', at: 'totl', message: 'PostgreSQL refuses it: column "totl" does not exist', help: 'Mend the statement' },
    ],
  },
  { path: 'db/queries/search.sql', line: 8, status: 'inconclusive', reason: 'needs extension vector' },
  { path: 'db/queries/search.sql', line: 1, status: 'skipped', reason: 'SET', kind: 'utility' },
];

describe('the pretty report', () => {
  test('at 80 columns without colour', () => {
    expect(formatPretty(sampleReport(mixed), presentation)).toMatchInlineSnapshot(`
      "db/queries/ledger.sql

        12:1  EntriesWithCredits
            12 │ SELECT e.id, e.created_at, c.amount
            13 │ FROM ledger_entry e
            14 │ JOIN credit c ON c.entry_id = e.id
               │      ~~~~~~~~
            15 │ WHERE e.account_id = $1 AND e.account_group = $2
            16 │   AND e.created_at >= $3 AND e.created_at < $4
        error    \`credit c\` reads 70 leaves in 14 groups; \`account_group\` is not
                 constrained
        add      \`c.account_group = e.account_group\` to the join
        error    \`created_at\` is not constrained
        add      \`c.created_at = e.created_at\` to the join
                 require-partition-keys

      app.jsonl

        1873:1  called 38 times
             1 │ UPDATE "ledger_entry" SET "stat…nt" = $3, "currency" = $4 WHERE "id…
               │        ~~~~~~~~~~~~~~                     ~~~~~~~~~~~~~~~
        error    \`ledger_entry\` reads 70 leaves in 14 groups
        fix      Constrain \`account_group\` and \`created_at\` in the WHERE
                 no-leaf-fanout
        warning  sets \`currency\`
        fix      Leave it out
                 no-partition-key-update

      db/queries/report.sql

        3:1
             3 │ SELECT totl
               │        ~~~~
             4 │ FROM daily
        error    PostgreSQL refuses it: column "totl" does not exist
        fix      Mend the statement
                 no-unplannable-statement

      4 errors, 1 warning in 5 statements (4 files)
      2 judged · 1 skipped · 1 inconclusive · 1 failed · coverage 50 %
        skipped       SET (db/queries/search.sql:1)
        inconclusive  needs extension vector (db/queries/search.sql:8)
      PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·
      0.24 s
      "
    `);
  });

  test('at 120 columns without colour', () => {
    expect(formatPretty(sampleReport(mixed), { ...presentation, width: 120 })).toMatchInlineSnapshot(`
      "db/queries/ledger.sql

        12:1  EntriesWithCredits
            12 │ SELECT e.id, e.created_at, c.amount
            13 │ FROM ledger_entry e
            14 │ JOIN credit c ON c.entry_id = e.id
               │      ~~~~~~~~
            15 │ WHERE e.account_id = $1 AND e.account_group = $2
            16 │   AND e.created_at >= $3 AND e.created_at < $4
        error    \`credit c\` reads 70 leaves in 14 groups; \`account_group\` is not constrained
        add      \`c.account_group = e.account_group\` to the join
        error    \`created_at\` is not constrained
        add      \`c.created_at = e.created_at\` to the join
                 require-partition-keys

      app.jsonl

        1873:1  called 38 times
             1 │ UPDATE "ledger_entry" SET "status" = $1, "note" = $2, "amount" = $3, "currency" = $4 WHERE "id" IN ($5)
               │        ~~~~~~~~~~~~~~                                                ~~~~~~~~~~~~~~~
        error    \`ledger_entry\` reads 70 leaves in 14 groups
        fix      Constrain \`account_group\` and \`created_at\` in the WHERE
                 no-leaf-fanout
        warning  sets \`currency\`
        fix      Leave it out
                 no-partition-key-update

      db/queries/report.sql

        3:1
             3 │ SELECT totl
               │        ~~~~
             4 │ FROM daily
        error    PostgreSQL refuses it: column "totl" does not exist
        fix      Mend the statement
                 no-unplannable-statement

      4 errors, 1 warning in 5 statements (4 files)
      2 judged · 1 skipped · 1 inconclusive · 1 failed · coverage 50 %
        skipped       SET (db/queries/search.sql:1)
        inconclusive  needs extension vector (db/queries/search.sql:8)
      PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC · 0.24 s
      "
    `);
  });

  test('at 80 columns with colour', () => {
    expect(visible(formatPretty(sampleReport(mixed), { ...presentation, colour: true }))).toMatchInlineSnapshot(`
      "<bold>db/queries/ledger.sql</>

        12:1  <bold>EntriesWithCredits</>
      <dim>      12 │</> SELECT e.id, e.created_at, c.amount
      <dim>      13 │</> FROM ledger_entry e
      <dim>      14 │</> JOIN credit c ON c.entry_id = e.id
      <dim>         │</>      <red>~~~~~~~~</>
      <dim>      15 │</> WHERE e.account_id = $1 AND e.account_group = $2
      <dim>      16 │</>   AND e.created_at >= $3 AND e.created_at < $4
      <red><bold>  error    </></><cyan>credit c</> reads 70 leaves in 14 groups; <cyan>account_group</> is not
                 constrained
      <green><bold>  add      </></><cyan>c.account_group = e.account_group</> to the join
      <red><bold>  error    </></><cyan>created_at</> is not constrained
      <green><bold>  add      </></><cyan>c.created_at = e.created_at</> to the join
                 <dim>require-partition-keys</>

      <bold>app.jsonl</>

        1873:1  called 38 times
      <dim>       1 │</> UPDATE "ledger_entry" SET "stat<dim>…</>nt" = $3, "currency" = $4 WHERE "id<dim>…</>
      <dim>         │</>        <red>~~~~~~~~~~~~~~</>                     <yellow>~~~~~~~~~~~~~~~</>
      <red><bold>  error    </></><cyan>ledger_entry</> reads 70 leaves in 14 groups
      <green><bold>  fix      </></>Constrain <cyan>account_group</> and <cyan>created_at</> in the WHERE
                 <dim>no-leaf-fanout</>
      <yellow><bold>  warning  </></>sets <cyan>currency</>
      <green><bold>  fix      </></>Leave it out
                 <dim>no-partition-key-update</>

      <bold>db/queries/report.sql</>

        3:1
      <dim>       3 │</> SELECT totl
      <dim>         │</>        <red>~~~~</>
      <dim>       4 │</> FROM daily
      <red><bold>  error    </></>PostgreSQL refuses it: column "totl" does not exist
      <green><bold>  fix      </></>Mend the statement
                 <dim>no-unplannable-statement</>

      <red><bold>4 errors, 1 warning in 5 statements (4 files)</></>
      2 judged · 1 skipped · 1 inconclusive · 1 failed · coverage 50 %
        skipped       SET (db/queries/search.sql:1)
        inconclusive  needs extension vector (db/queries/search.sql:8)
      <dim>PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·</>
      <dim>0.24 s</>
      "
    `);
  });

  test('says the same with colour as without', () => {
    const coloured = formatPretty(sampleReport(mixed), { ...presentation, colour: true, width: 120 });
    expect(visible(coloured).replace(/<(?:\w+|\/)>/g, '')).toBe(
      formatPretty(sampleReport(mixed), { ...presentation, width: 120 }).replaceAll('`', ''),
    );
  });

  test.each([80, 120])('keeps to %d columns', (width) => {
    const lines = formatPretty(sampleReport(mixed), { ...presentation, width }).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(width);
  });

  test('says once what findings on one reference share, and again what another reference reads', () => {
    const wording = (reference: number, key: string, help: string): FindingSample => ({
      at: 'credit c',
      ...effectSample('`credit` reads 2 leaves', `\`${key}\` is open`, reference),
      help,
    });
    const findings = [wording(0, 'a', 'Write both'), wording(0, 'b', 'Write both'), wording(1, 'a', 'Add this')];
    expect(formatPretty(sampleReport([{ sql: 'SELECT 1 FROM credit c', findings }]), presentation)).toMatchInlineSnapshot(`
      "db/queries/ledger.sql

        1:1
             1 │ SELECT 1 FROM credit c
               │               ~~~~~~~~
        error    \`credit\` reads 2 leaves; \`a\` is open
        error    \`b\` is open
        fix      Write both
        error    \`credit\` reads 2 leaves; \`a\` is open
        add      this
                 require-partition-keys

      3 errors in 1 statement (1 file)
      1 judged · coverage 100 %
      PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·
      0.24 s
      "
    `);
  });

  test('underlines nothing where a finding is about the whole statement', () => {
    expect(formatPretty(sampleReport([{ sql: 'SELECT 1', findings: [{ at: 'SELECT 1' }] }]), presentation)).not.toContain('~');
  });

  test('shows a text once that several statements of a file share, with every place', () => {
    const again = [12, 30, 44].map((line) => ({ line, name: `At${line}`, sql: join, findings: [group] }));
    expect(formatPretty(sampleReport(again), presentation)).toMatchInlineSnapshot(`
      "db/queries/ledger.sql

        12:1  At12
        also 30:1 At30, 44:1 At44
            12 │ SELECT e.id, e.created_at, c.amount
            13 │ FROM ledger_entry e
            14 │ JOIN credit c ON c.entry_id = e.id
               │      ~~~~~~~~
            15 │ WHERE e.account_id = $1 AND e.account_group = $2
            16 │   AND e.created_at >= $3 AND e.created_at < $4
        error    \`credit c\` reads 70 leaves in 14 groups; \`account_group\` is not
                 constrained
        add      \`c.account_group = e.account_group\` to the join
                 require-partition-keys

      3 errors in 3 statements (1 file)
      3 judged · coverage 100 %
      PostgreSQL 18.4 embedded · schema db/migrations (41 files) · timezone UTC ·
      0.24 s
      "
    `);
  });

  test('says at which places how many calls were seen', () => {
    const places = [50, 3, 1, 1200].map((calls, index) => ({ path: 'app.js', line: index + 1, calls, captured: true, sql: join, findings: [group] }));
    const text = formatPretty(sampleReport(places), presentation);
    expect(text).toContain('\n  1:1  called 50 times\n  also 2:1 (3 calls), 3:1, 4:1 (1,200 calls)\n');
  });

  test('shows the line of a wrong statement in a file, and of a captured one in its own text', () => {
    const samples = [
      { line: 40, sql: 'DELETE FROM credit', findings: [{ at: 'credit' }] },
      { path: 'app.jsonl', line: 40, sql: 'DELETE FROM credit', captured: true, findings: [{ at: 'credit' }] },
    ];
    const text = formatPretty(sampleReport(samples), presentation);
    expect(text).toContain('      40 │ DELETE FROM credit');
    expect(text).toContain('       1 │ DELETE FROM credit');
  });

  test('lets no control character of a user reach the terminal', () => {
    const attack = '\u001b]0;owned\u0007\u001b[2J\u009b2J\u202e';
    const sample: StatementSample = {
      path: `db/${attack}.sql`,
      name: attack,
      sql: `SELECT '${attack}' FROM credit`,
      findings: [{ at: 'credit', message: attack, help: attack, rule: attack }],
    };
    const unjudged: StatementSample = { path: attack, status: 'inconclusive', reason: attack };
    const text = formatPretty(sampleReport([sample, unjudged], { timezone: attack }), { ...presentation, schema: attack });
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });
});

/** ANSI sequences as tags, so that a reader sees them. */
function visible(text: string): string {
  const names: Readonly<Record<string, string>> = { 1: 'bold', 2: 'dim', 22: '/', 31: 'red', 32: 'green', 33: 'yellow', 36: 'cyan', 39: '/' };
  return text.replace(new RegExp(`${String.fromCharCode(27)}\\[(\\d+)m`, 'g'), (_, code: string) => `<${names[code] ?? code}>`);
}
