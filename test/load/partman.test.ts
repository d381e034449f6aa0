import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

/** A table, the call that divides it, and the partitions that pg_partman makes of it on 15 March 2024. */
type Case = readonly [name: string, columns: string, call: string, expected: string];

const table = (name: string, columns: string) => `CREATE TABLE ${name} (${columns}) PARTITION BY RANGE (${columns.split(' ')[0]});`;

const range = (from: number, to: number, make: (n: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, index) => make(from + index)).join(' ');
const two = (n: number) => String(n).padStart(2, '0');

const five: readonly Case[] = [
  ['days', 'at timestamptz', `('public.days', 'at', '1 day')`, `${range(11, 19, (n) => `p202403${two(n)}`)} default`],
  [
    'months',
    'at date',
    `(p_parent_table => 'public.months', p_control => 'at', p_interval => '1 month', p_premake => 2, p_default_table => false)`,
    'p20240101 p20240201 p20240301 p20240401 p20240501',
  ],
  [
    'weeks',
    'at timestamp',
    `(p_parent_table := 'public.weeks', p_control := 'at', p_interval := '7 days', p_premake := 1, p_date_trunc_interval := 'week')`,
    'p20240304 p20240311 p20240318 default',
  ],
  ['hours', 'at timestamptz', `('public.hours', 'at', '1 hour', p_premake := 1)`, 'p20240315_110000 p20240315_120000 p20240315_130000 default'],
  [
    'started',
    'at date',
    `('public.started', 'at', '1 year', p_premake := 1, p_start_partition := '2021-06-01')`,
    'p20210101 p20220101 p20230101 p20240101 p20250101 default',
  ],
  ['ids', 'id bigint', `('public.ids', 'id', '1000')`, 'p0 p1000 p2000 p3000 p4000 default'],
  ['later', 'id int', `('public.later', 'id', '10', p_start_partition := '55', p_premake := 1)`, 'p50 p60 default'],
  ['epochs', 'at bigint', `('public.epochs', 'at', '1 month', p_epoch := 'milliseconds', p_premake := 1)`, 'p20240201 p20240301 p20240401 default'],
  [
    'uuids',
    'id uuid',
    `('public.uuids', 'id', '1 month', p_time_encoder := 'partman.uuid7_time_encoder', p_time_decoder := 'partman.uuid7_time_decoder', p_premake := 1)`,
    'p20240201 p20240301 p20240401 default',
  ],
  [
    'a_table_whose_name_is_as_long_as_a_name_may_be_and_has_no_room__',
    'at date',
    `('public.a_table_whose_name_is_as_long_as_a_name_may_be_and_has_no_room_', 'at', '1 year', p_premake := 1)`,
    'p20230101 p20240101 p20250101 default',
  ],
].map(([name, ...rest]) => [name?.slice(0, 63), ...rest] as unknown as Case);

const four: readonly Case[] = [
  ['four_years', 'at date', `('public.four_years', 'at', 'native', 'yearly', p_premake := 1)`, 'p2023 p2024 p2025 default'],
  ['four_quarters', 'at date', `('public.four_quarters', 'at', 'native', 'quarterly', p_premake := 1)`, 'p2023q4 p2024q1 p2024q2 default'],
  ['four_months', 'at date', `('public.four_months', 'at', 'native', 'monthly', p_premake := 1)`, 'p2024_02 p2024_03 p2024_04 default'],
  ['four_weeks', 'at date', `('public.four_weeks', 'at', 'native', 'weekly', NULL, 1)`, 'p2024w10 p2024w11 p2024w12 default'],
  ['four_days', 'at date', `('public.four_days', 'at', 'native', '1 day', p_premake := 1)`, 'p2024_03_14 p2024_03_15 p2024_03_16 default'],
  [
    'four_quarter_hours',
    'at timestamp',
    `('public.four_quarter_hours', 'at', 'native', 'quarter-hour', p_premake := 1, p_start_partition := '2024-03-15 12:00')`,
    'p2024_03_15_1200 p2024_03_15_1215 default',
  ],
  ['four_ids', 'id bigint', `('public.four_ids', 'id', 'native', '100', p_premake := 2)`, 'p0 p100 p200 default'],
];

async function namesIn(database: Database, root: string): Promise<string> {
  const rows = await database.query(
    `SELECT regexp_replace(c.relname, '^.*_(?=p\\d+[^_]*(?:_\\d+)*$|default$)', '') AS name FROM pg_partition_tree('"${root}"') t JOIN pg_class c ON c.oid = t.relid WHERE t.level > 0 ORDER BY c.relname ~ 'default$', c.oid`,
  );
  return rows.map(({ name }) => name).join(' ');
}

const day = "SET planlint.today = '2024-03-15';\n";

/** Each in a table of its own name. */
const ways: readonly Case[] = [
  [
    'block',
    '',
    `DO $$ DECLARE i int; BEGIN FOR i IN 1..1 LOOP PERFORM partman.create_parent('public.block', 'at', i || ' year', p_premake := 1); END LOOP; END $$;`,
    'p20230101 p20240101 p20250101 default',
  ],
  [
    'other_name',
    '',
    `SELECT partman.create_partition('public.other_name', 'at', '1 year', p_premake := 1);`,
    'p20230101 p20240101 p20250101 default',
  ],
  [
    'other_schema',
    '',
    `CREATE SCHEMA "My Jobs"; SELECT "My Jobs".create_parent('public.other_schema', 'at', '1 year', p_premake := 1);`,
    'p20230101 p20240101 p20250101 default',
  ],
  [
    'in_function',
    '',
    `CREATE FUNCTION setup() RETURNS void LANGUAGE plpgsql AS $$ BEGIN PERFORM partman.create_parent('public.in_function', 'at', '1 year', p_premake := 1); END $$; SELECT setup();`,
    'p20230101 p20240101 p20250101 default',
  ],
  [
    'in_transaction',
    '',
    `BEGIN; SELECT partman.create_parent('public.in_transaction', 'at', '1 year', p_premake := 1); COMMIT;`,
    'p20230101 p20240101 p20250101 default',
  ],
  [
    'raised',
    '',
    `SELECT partman.create_parent('public.raised', 'at', '1 year', p_premake := 1); UPDATE partman.part_config SET premake = 3, retention = '2 years' WHERE parent_table = 'public.raised'; CALL partman.run_maintenance_proc();`,
    'p20230101 p20240101 p20250101 p20260101 p20270101 default',
  ],
  [
    'one_by_one',
    '',
    `SELECT partman.create_parent('public.one_by_one', 'at', '1 year', p_premake := 1, p_default_table := false); SELECT partman.create_partition_time('public.one_by_one', ARRAY['2020-01-01']::timestamptz[]);`,
    'p20230101 p20240101 p20250101 p20200101',
  ],
  [
    'own',
    '',
    `CREATE FUNCTION create_partition(name text) RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE format('CREATE TABLE own_%s PARTITION OF own DEFAULT', name); END $$; SELECT create_partition('p1');`,
    'p1',
  ],
];

/** What comes of calls that are wrong, as the server says it. */
const faults: readonly (readonly [call: string, message: string])[] = [
  [`partman.create_parent('public.gone', 'at', '1 day')`, 'pg_partman is to divide public.gone, and there is no such table'],
  [`partman.create_parent('public.own', 'id', '1 day')`, 'pg_partman is to divide public.own by id, and the table is partitioned by at'],
  [
    `partman.create_parent('public.texts', 'id', '1 day')`,
    'pg_partman is to divide public.texts by id, and makes no partitions of type text without p_time_encoder',
  ],
  [`partman.create_parent('public.plain', 'id', '10')`, 'pg_partman is to divide public.plain, which is not partitioned by RANGE or LIST'],
  [`partman.create_sub_parent('public.own', 'id', '10')`, 'pg_partman is to divide the partitions of public.own, and has not made them'],
];

describe('a call of pg_partman', () => {
  let database: Database;
  beforeAll(async () => {
    const trials = faults.map(
      ([call], n) => `DO $$ BEGIN PERFORM ${call}; EXCEPTION WHEN OTHERS THEN INSERT INTO said VALUES (${n}, SQLERRM); END $$;`,
    );
    const sets = [...five, ...four].map(([name, columns, call]) => {
      const schema = name.startsWith('four_') ? 'partman4' : 'partman';
      return `${table(name, `${columns} NOT NULL`)}\nSELECT ${schema}.create_parent${call};`;
    });
    site.write(
      'calls.sql',
      [
        day,
        ...sets,
        ...ways.map(([name, , call]) => table(name, 'at timestamptz NOT NULL, id bigint NOT NULL') + call),
        `${table('zoned', 'at timestamptz NOT NULL')} SELECT partman.create_parent('public.zoned', 'at', '1 day', p_timezone := 'Pacific/Auckland');`,
        table('deep', 'at date NOT NULL'),
        `SELECT partman.create_parent('public.deep', 'at', '1 year', p_premake := 1);`,
        `SELECT partman.create_sub_partition('public.deep', 'at', '1 month', p_declarative_check := 'yes', p_premake := 1, p_default_table := false);`,
        `CREATE TABLE list (id int NOT NULL) PARTITION BY LIST (id); SELECT partman.create_parent('public.list', 'id', '1', 'list', p_premake := 2);`,
        'CREATE TABLE said (n int, message text); CREATE TABLE plain (id int);',
        table('texts', 'id text NOT NULL'),
        ...trials,
      ].join('\n'),
    );
    database = await site.open({ schema: ['calls.sql'] });
  });
  afterAll(() => database.close());

  test.each(five)('of version 5 divides %s (%s)', async (name, _columns, _call, expected) => {
    expect(await namesIn(database, name)).toBe(expected);
  });

  test.each(four)('of version 4 divides %s (%s)', async (name, _columns, _call, expected) => {
    expect(await namesIn(database, name)).toBe(expected);
  });

  test('is told of in the notes, those of equal partitions together', () => {
    const told = database.state.notes.filter(({ message }) => /pg_partman/.test(message));
    const names = told.flatMap(({ subject }) => subject.replace(/^tables? /, '').split(', '));
    const divided = [...five, ...four, ...ways].map(([name]) => name).filter((name) => name !== 'own');
    expect(names.sort()).toEqual([...divided, 'deep', 'list', 'zoned'].map((name) => `public.${name}`).sort());
    const later = told.find(({ subject }) => subject.includes('public.later'));
    expect(later?.message).toMatch(/^the partitions that pg_partman would have today are made without it: 2 and a default one$/);
  });

  test('goes by its own time zone', async () => {
    const query = "SELECT pg_get_expr(relpartbound, oid) AS bound FROM pg_class WHERE relname = 'zoned_p20240315'";
    expect(await database.query(query)).toEqual([{ bound: "FOR VALUES FROM ('2024-03-14 11:00:00+00') TO ('2024-03-15 11:00:00+00')" }]);
  });

  test.each(ways)('is followed: %s', async (name, _columns, _call, expected) => {
    expect(await namesIn(database, name)).toBe(expected);
  });

  test('makes partitions of partitions, inside their bounds', async () => {
    const rows = await database.query("SELECT relid::regclass::text AS name FROM pg_partition_tree('deep') WHERE isleaf ORDER BY 1");
    const months = ['p20230101_p20230101', 'p20240101_p20240201', 'p20240101_p20240301', 'p20240101_p20240401', 'p20250101_p20250101'];
    expect(rows.map(({ name }) => name)).toEqual(['deep_default', ...months.map((month) => `deep_${month}`)]);
  });

  test('makes lists of single values', async () => {
    expect(await namesIn(database, 'list')).toBe('p0 p1 p2 default');
  });

  test.each(faults.map(([call, message], n) => ({ n, call, message })))('fails: $call', async ({ n, message }) => {
    expect(await database.query(`SELECT message FROM said WHERE n = ${n}`)).toEqual([{ message }]);
  });

  test('is named with its place where it fails', async () => {
    site.write('triggers.sql', `${table('t', 'at date NOT NULL')}\nSELECT partman.create_parent('public.t', 'at', 'partman', 'daily');`);
    const message = 'triggers.sql:2: pg_partman is to divide public.t by triggers and inheritance, which planlint does not judge';
    await expect(site.open({ schema: ['triggers.sql'] })).rejects.toThrow(message);
  });
});

test('the functions that stand in load on the oldest server too', async () => {
  site.write('old.sql', `${day}${table('old', 'at date NOT NULL')}\nSELECT partman.create_parent('public.old', 'at', '1 year', p_premake := 1);`);
  const database = await site.open({ schema: ['old.sql'], major: 15 });
  try {
    expect(database.major).toBe(15);
    expect(await namesIn(database, 'old')).toBe('p20230101 p20240101 p20250101 default');
  } finally {
    await database.close();
  }
});
