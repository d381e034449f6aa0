import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/report/cells.ts';
import { formatExplanation } from '../../src/report/explain/explain.ts';
import type { KeyPicture, ReferencePicture, StatementPicture } from '../../src/report/explanation.ts';
import { sampleBranch, sampleExplanation, sampleGrid, sampleReference } from './explain-sample.ts';

const years = ['2020–23', '2024', '2025', '2026', '2027'];

function linesOf(given: Partial<StatementPicture>, width = 80, colour = false): readonly string[] {
  return formatExplanation(sampleExplanation(given), { colour, width, elapsedMs: 100, schema: 'schema.sql' }).split('\n');
}

/** The lines of one reference's picture, from its heading on. */
function picture(reference: ReferencePicture, width = 80): readonly string[] {
  const lines = linesOf({ references: [reference] }, width);
  return lines.slice(lines.findIndex((line) => line.startsWith(reference.title))).slice(0, -3);
}

function key(given: Partial<KeyPicture>): KeyPicture {
  return {
    column: 'created_at',
    binding: 'equality',
    origin: 'where',
    at: { line: 5, column: 7 },
    why: 'Why.',
    cause: null,
    text: null,
    span: null,
    fault: null,
    advice: null,
    stage: 'plan',
    ...given,
  };
}

test('a reference is a heading, a grid, and a table of its keys', () => {
  const keys = [
    key({ column: 'account_group', text: 'e.account_group = $2' }),
    key({ binding: 'range', text: 'e.created_at >= $3 AND e.created_at < $4', at: { line: 6, column: 7 } }),
  ];
  const reference = sampleReference(sampleGrid(years, ['g01…g06 .....', 'g07 ..R..', 'g08…g14 .....']), { keys });
  expect(picture(reference)).toEqual([
    'ledger_entry e  1 of 70 leaves, ok         LIST account_group × RANGE created_at',
    '',
    '             2020–23  2024  2025  2026  2027',
    '  g01 … g06     ·      ·     ·     ·     ·    × 6',
    '  g07           ·      ·     █     ·     ·',
    '  g08 … g14     ·      ·     ·     ·     ·    × 7',
    '',
    '  key            condition     binding              prunes',
    '  account_group  = $2          equality, where 5:7  when planned',
    '  created_at     >= $3, < $4   range, where 6:7     when planned',
    '',
  ]);
});

test.each<readonly [column: string, text: string, shown: string]>([
  ['created_at', 'e.created_at = $1', '= $1'],
  ['created_at', 'created_at BETWEEN $1 AND $2', 'BETWEEN $1 AND $2'],
  ['created_at', 'c.created_at = e.created_at', 'c.created_at = e.created_at'],
  ['created_at', "date_trunc('month', created_at) = $2", "date_trunc('month', created_at) = $2"],
  ['created_at', '(created_at = $1 OR $2)', '(created_at = $1 OR $2)'],
  ['created_at', 'created_at IN ($1, $2)', 'IN ($1, $2)'],
  ['the day', '"the day" > $1', '> $1'],
  ['region', "region='jp'", "='jp'"],
  ['region', 'region_of(region)=$1', 'region_of(region)=$1'],
])('beside %s, %s is %s', (column, text, shown) => {
  const reference = sampleReference(sampleGrid(years, ['..R..']), { keys: [key({ column, text })] });
  expect(picture(reference, 120).find((line) => line.startsWith(`  ${column}`))).toContain(`  ${shown}  `);
});

describe('groups that have no ranges in common', () => {
  const unlike = ['2024', '2025', '2025-01–06', '2025-07–12', 'DEFAULT', '0', '1'];

  test('stand in blocks of their own', () => {
    const grid = sampleGrid(unlike, ['eu .R__.__', 'us __..___', 'rest _____..']);
    expect(picture(sampleReference(grid)).slice(2, 10)).toEqual([
      '        2024  2025  DEFAULT',
      '  eu     ·     █       ·',
      '',
      '        2025-01–06  2025-07–12',
      '  us        ·           ·',
      '',
      '        0  1',
      '  rest  ·  ·',
    ]);
  });

  test('stay together where each has one range, or some are shared', () => {
    for (const rows of [
      ['eu R______', 'us _.____.', 'rest .______'],
      ['eu R.__.__', 'us _.....__'],
    ]) {
      const lines = picture(sampleReference(sampleGrid(unlike, rows)));
      expect(lines.filter((line) => /2024|2025/.test(line))).toHaveLength(1);
    }
  });

  test('are counted where they are many, those that are read last of all', () => {
    const rows = Array.from(
      { length: 30 },
      (_, index) => `g${index} ${'_'.repeat(2 * index)}${index === 25 ? 'R' : '.'}.${'_'.repeat(58 - 2 * index)}`,
    );
    const lines = picture(sampleReference(sampleGrid(months, rows)));
    expect(lines.filter((line) => line.startsWith('  g'))).toHaveLength(8);
    expect(lines.some((line) => line.startsWith('  g25 ') && line.includes('█'))).toBe(true);
    expect(lines).toContain('  … 22 more groups, none read');
  });
});

const months = Array.from({ length: 60 }, (_, index) => `20${20 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`);

describe('what does not fit', () => {
  test('columns that are alike next to each other are one', () => {
    const cells = `${'.'.repeat(20)}RRR${'.'.repeat(37)}`;
    expect(picture(sampleReference(sampleGrid(months, [cells]))).slice(2, 4)).toEqual([
      '    2020-01 … 2021-08  2021-09 … 2021-11  2021-12 … 2024-12',
      '            ·                  █                  ·',
    ]);
  });

  test('columns that are not go on below', () => {
    const lines = picture(sampleReference(sampleGrid(months.slice(0, 16), ['g1 R.R.R.R.R.R.R.R.', 'g2 ................'])));
    expect(lines.slice(2, 9)).toEqual([
      '      2020-01  2020-02  2020-03  2020-04  2020-05  2020-06  2020-07  2020-08',
      '  g1     █        ·        █        ·        █        ·        █        ·',
      '  g2     ·        ·        ·        ·        ·        ·        ·        ·',
      '',
      '      2020-09  2020-10  2020-11  2020-12  2021-01  2021-02  2021-03  2021-04',
      '  g1     █        ·        █        ·        █        ·        █        ·',
      '  g2     ·        ·        ·        ·        ·        ·        ·        ·',
    ]);
  });

  test('far too many columns are counted', () => {
    const grid = sampleGrid([...months, ...months.map((month) => `1${month}`)], ['R.'.repeat(60)]);
    expect(picture(sampleReference(grid)).find((line) => line.includes('more'))).toBe('  … 72 more columns, 36 read');
  });

  test('rows past forty are counted', () => {
    const rows = Array.from({ length: 1000 }, (_, index) => `g${index + 1} ${index % 2 === 0 ? 'R' : '.'}.`);
    const lines = picture(sampleReference(sampleGrid(['2024', '2025'], rows)));
    expect(lines.filter((line) => line.startsWith('  g'))).toHaveLength(39);
    expect(lines).toContain('  … 961 more groups, 480 read');
  });

  test('the conditions of a node stand below it where its name leaves them no room', () => {
    const name = 'a_table_whose_name_is_as_long_as_postgresql_takes_them_63_bytes';
    const scan = sampleBranch({ label: name, leaves: 3, scans: ['Seq Scan'], conditions: ['a_long_column = 1', 'another_long_column = 2'] });
    const lines = linesOf({ tree: sampleBranch({ label: 'Hash Join', conditions: ['a = b'], children: [scan] }) });
    const start = lines.findIndex((line) => line.startsWith('Hash Join'));
    expect(lines.slice(start, start + 3)).toEqual([
      `${'Hash Join'.padEnd(43)}a = b`,
      `└─ ${name}: 3 leaves`,
      '      Seq Scan, a_long_column = 1, another_long_column = 2',
    ]);
  });

  test('no line is wider than the terminal', () => {
    const long = 'a_table_whose_name_is_as_long_as_postgresql_takes_them_63_bytes';
    const keys = [
      key({ column: long, text: `${long} = '日本 ${'x'.repeat(90)}'`, at: { line: 1234, column: 567 } }),
      key({ binding: 'half-range', origin: 'function', stage: 'run-time', why: `\`${long}\` has one known end only, and that is all there is.` }),
    ];
    const grid = sampleGrid(
      ['日本, 中国, 한국, 台灣, ประเทศไทย, Deutschland', long, ...months],
      [`${long}1…${long}9 ${'R.'.repeat(31)}`, `🐘 ${'.'.repeat(62)}`],
    );
    const scan = sampleBranch({
      label: `${long} ${long}`,
      leaves: 1000,
      scans: ['Index Scan'],
      conditions: [`${long} = 3`, `x = '${'y'.repeat(300)}'`, 'z = 1'],
    });
    const tree = sampleBranch({
      label: 'Nested Loop Left Join',
      children: [sampleBranch({ role: 'InitPlan 1', label: 'Result', isEmpty: true }), sampleBranch({ children: [scan, scan] })],
    });
    const reference = sampleReference(grid, { title: long, keys, generic: { planned: 1, start: 1000, locked: 1001, byGroup: {} } });
    for (const width of [80, 120, 200]) {
      const wide = linesOf({ sql: `SELECT 1 FROM ${long} WHERE ${'x'.repeat(300)}`, references: [reference], tree }, width).filter(
        (line) => displayWidth(line) > width,
      );
      expect(wide).toEqual([]);
    }
  });
});

test('colour changes no character', () => {
  const keys = [key({ stage: 'nothing', binding: 'missing', span: null }), key({ column: 'k', text: 'k = 1', span: [15, 20] })];
  const reference = sampleReference(sampleGrid(years, ['g01…g06 .s?R.', 'g07 ..R..']), { keys, verdict: 'missing-key', span: [9, 14] });
  const given = { sql: 'SELECT * FROM k WHERE k = 1', references: [reference], tree: sampleBranch({ label: 'Nested Loop' }) };
  const coloured = linesOf(given, 80, true).join('\n');
  expect(coloured).toContain('\u001b[');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for.
  expect(coloured.replace(/\u001b\[\d+m/g, '')).toBe(linesOf(given).join('\n'));
});

test('every state has a glyph of its own, and the legend tells of those that are there', () => {
  const both = sampleReference(sampleGrid(years, ['Rs?..']));
  expect(linesOf({ references: [both] }).at(-3)).toBe('█ read   ▒ decided while running   ◦ removed at start   · removed when planned');
  expect(linesOf({ references: [sampleReference(sampleGrid(years, ['.....']))] }).at(-3)).toBe('· removed when planned');
});

test('the generic plan stands below the custom one', () => {
  const grid = sampleGrid(years, ['g01…g06 .....', 'g07 ..R..', 'g08…g14 .....']);
  const reference = sampleReference(grid, { pruned: { plan: 69, start: 0 }, generic: { planned: 1, start: 69, locked: 70, byGroup: { g07: 1 } } });
  expect(picture(reference).slice(-4)).toEqual([
    '                 leaves   removed when planned   at start   locked',
    '  custom plan         1                     69          0        1',
    '  generic plan        1                      0         69       70',
    '',
  ]);
});

test('an INSERT has no grid', () => {
  const reference = sampleReference(sampleGrid(years, ['.....']), { role: 'insert', title: 'credit' });
  expect(picture(reference).slice(0, 3)).toEqual([
    'credit  written                            LIST account_group × RANGE created_at',
    '',
    '  Each row goes to the leaf that its keys name; no leaf is searched.',
  ]);
});

test.each([
  ['skipped', 'SET', 'skipped: SET'],
  ['failed', 'relation "x" does not exist', 'failed: relation "x" does not exist'],
  ['inconclusive', 'it nests too deep', 'inconclusive: it nests too deep'],
] as const)('what is %s says why', (status, reason, line) => {
  expect(linesOf({ status, reason })).toContain(line);
});

test('a statement on plain tables says so', () => {
  expect(linesOf({ verdict: 'not-partitioned', tree: sampleBranch({ label: 'account', scans: ['Seq Scan'] }) })).toEqual(
    expect.arrayContaining(['It reads no partitioned table.', 'account   Seq Scan']),
  );
});

test('why what is read is read, then what to write, each once', () => {
  const missing = { binding: 'missing', origin: null, at: null, stage: 'nothing', cause: 'not-written' } as const;
  const keys = [
    key({ ...missing, column: 'account_group', why: '`account_group` is not constrained.', advice: 'Add both keys.' }),
    key({ ...missing, why: '`created_at` is not constrained.', advice: 'Add both keys.' }),
  ];
  const reference = sampleReference(sampleGrid(years, ['g01…g14 RRRRR']), { keys, verdict: 'missing-key' });
  expect(picture(reference).slice(-5)).toEqual([
    '',
    '  `account_group` is not constrained.',
    '  `created_at` is not constrained.',
    '  → Add both keys.',
    '',
  ]);
});

test('where each key is constrained the values are to blame', () => {
  const keys = [key({ binding: 'list', text: 'created_at IN ($1, $2)' })];
  const reference = sampleReference(sampleGrid(years, ['.RR..']), { keys, leaves: { planned: 2, total: 5, byGroup: { '*': 2 } } });
  expect(picture(reference)).toContain('  Each key is constrained, and the values reach 2 leaves.');
});

test('generic plans that do the same are not shown', () => {
  const reference = sampleReference(sampleGrid(years, ['..R..']), {
    pruned: { plan: 4, start: 0 },
    generic: { planned: 1, start: 0, locked: 1, byGroup: {} },
  });
  expect(picture(reference).join('\n')).not.toContain('plan  ');
});

test('a plan that was run tells how many leaves that read', () => {
  const reference = sampleReference(sampleGrid(years, ['?????']), { verdict: 'run-only', executed: 1 });
  expect(picture(reference)[0]).toContain('all 5 leaves, run-only; 1 read when it ran');
});

test('underlined are what binds a key, and of the others what is at fault, or the table', () => {
  const sql = 'SELECT * FROM credit c WHERE c.account_group = 3 AND c.created_at::date = $1';
  const at = (piece: string): readonly [number, number] => [sql.indexOf(piece), sql.indexOf(piece) + piece.length];
  const underlines = (keys: readonly KeyPicture[]): string =>
    linesOf({ sql, references: [sampleReference(sampleGrid(years, ['RRRRR']), { keys, span: at('credit c') })] }, 120)[3]?.slice(11) ?? '';
  const bound = key({ span: at('c.account_group = 3') });
  const wrapped = key({ stage: 'nothing', span: at('c.created_at::date = $1'), fault: at('c.created_at::date') });
  const missing = key({ stage: 'nothing' });
  const row = (piece: string, mark: string): string => `${' '.repeat(sql.indexOf(piece))}${mark.repeat(piece.length)}`;
  expect(underlines([bound])).toBe(row('c.account_group = 3', '─'));
  expect(underlines([wrapped])).toBe(row('c.created_at::date', '~'));
  expect(underlines([missing])).toBe(row('credit c', '~'));
});

test('the picture of the generic plan stands beside that of the custom one, or below it', () => {
  const generic = { planned: 2, start: 0, locked: 2, byGroup: { g1: 1, g2: 1 } };
  const reference = sampleReference(sampleGrid(['2024', '2025'], ['g1 R.', 'g2 ..']), {
    generic,
    genericGrid: sampleGrid(['2024', '2025'], ['g1…g2 R.']),
  });
  expect(picture(reference).slice(2, 6)).toEqual([
    '  custom plan           generic plan',
    '      2024  2025                 2024  2025',
    '  g1   █     ·          g1 … g2   █     ·    × 2',
    '  g2   ·     ·',
  ]);
  expect(picture(reference, 42).slice(3, 10)).toEqual([
    '  custom plan',
    '      2024  2025',
    '  g1   █     ·',
    '  g2   ·     ·',
    '',
    '  generic plan',
    '           2024  2025',
  ]);
});
