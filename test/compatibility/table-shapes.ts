import { checkSql } from '../check-sql.ts';
import { type Asked, everyTrial, judge, openShared, tryOut } from './judged.ts';
import type { Row } from './section.ts';

const names = ['fixtures/shapes/names.sql'];
const trees = ['fixtures/shapes/trees.sql'];

const longest = 'a_table_whose_name_is_as_long_as_postgresql_takes_them_63_bytes';
const umlauts = '"ein_name_mit_lauter_umlauten_am_ende_der_gerade_noch_ok_ääääß"';
const pears = '"Äpfel & ""Birnen"""."größe 🐘"';

/** Queries that pass, and queries that leave a key out. */
interface Shape {
  readonly what: string;
  readonly files: readonly string[];
  readonly good: readonly Asked[];
  readonly missing: readonly Asked[];
  /** Queries in which a condition mentions a key and prunes nothing. */
  readonly wrapped?: readonly Asked[];
  /** Queries with all keys that still read several leaves of a group. */
  readonly many?: readonly Asked[];
  readonly settings?: Readonly<Record<string, string>>;
}

const shapes: readonly Shape[] = [
  {
    what: 'A schema or a table with a dot in its name, where two look the same without their quotes',
    files: names,
    good: ['SELECT 1 FROM "a.b".c WHERE k = 1', 'SELECT 1 FROM a."b.c" WHERE v = 1', 'SELECT 1 FROM "a.b".c x, a."b.c" y WHERE x.k = 1 AND y.v = $1'],
    missing: [
      'SELECT 1 FROM "a.b".c WHERE v = 1',
      'SELECT 1 FROM a."b.c" WHERE k = 1',
      'SELECT 1 FROM "a.b".c x, a."b.c" y WHERE x.v = 1 AND y.v = 1',
    ],
  },
  {
    what: 'Names with capitals, blanks, quotes and SQL in them',
    files: names,
    good: [
      `SELECT 1 FROM "Mixed Case" WHERE "Key" = 1 AND "the day" = '2026-03-01'`,
      'SELECT 1 FROM "Mixed Case" m WHERE m."Key" = $1 AND m."the day" = $2',
      'UPDATE "Mixed Case" SET v = 2 WHERE "Key" = 2',
      `SELECT 1 FROM "2026; DROP TABLE x --" WHERE v = 1`,
    ],
    missing: [
      'SELECT 1 FROM "Mixed Case" WHERE "Key" = $1',
      `SELECT 1 FROM "Mixed Case" WHERE "the day" = '2026-03-01'`,
      'DELETE FROM "Mixed Case" WHERE v = 1',
    ],
  },
  {
    what: 'Reserved words as names',
    files: names,
    good: ['SELECT "order" FROM "select" WHERE "from" = 1', 'SELECT 1 FROM "select" AS "table" WHERE "table"."from" = $1', 'SELECT 1 FROM "where"'],
    missing: ['SELECT 1 FROM "select" WHERE "order" = 1'],
  },
  {
    what: 'Names that JavaScript knows: `constructor`, `__proto__`, `toString`',
    files: names,
    good: [
      'SELECT 1 FROM "toString" WHERE "constructor" = $1 AND day = $2',
      `SELECT 1 FROM "toString" WHERE "constructor" = 'a' AND day = '2025-02-01'`,
    ],
    missing: [
      'SELECT 1 FROM "toString" WHERE "constructor" = $1',
      `SELECT 1 FROM "toString" WHERE "constructor" = 'a'`,
      'SELECT 1 FROM "toString" WHERE day = $1',
    ],
  },
  {
    what: 'Names beyond ASCII',
    files: names,
    good: [`SELECT 1 FROM ${pears} WHERE "schlüssel" = '🐘'`, `SELECT 1 FROM ${pears} ö WHERE ö."schlüssel" = $1`],
    missing: [`SELECT 1 FROM ${pears} WHERE v = 1`],
  },
  {
    what: 'Names of 63 bytes, and longer ones, which PostgreSQL cuts off',
    files: names,
    good: [
      `SELECT 1 FROM ${longest} WHERE k = 1`,
      `SELECT 1 FROM ${longest} x JOIN ${longest} USING (k) WHERE x.k = $1 AND ${longest}.k = $1`,
      `SELECT 1 FROM ${umlauts} WHERE k = 1`,
    ],
    missing: [`SELECT 1 FROM ${longest} WHERE v = 1`, `SELECT 1 FROM ${umlauts} WHERE v = $1`],
    many: [`SELECT 1 FROM ${longest} WHERE k > $1`, `SELECT 1 FROM ${umlauts} WHERE k IN (1, 2)`],
  },
  {
    what: 'Tables of one name in two schemas, both in one statement',
    files: names,
    good: [
      'SELECT 1 FROM entry JOIN archive.entry AS old USING (k, v) WHERE entry.k = 1 AND old.v = 1',
      'SELECT 1 FROM entry WHERE k = $1',
      'SELECT 1 FROM archive.entry WHERE v = $1',
    ],
    missing: [
      'SELECT 1 FROM entry, archive.entry AS old WHERE entry.k = 1 AND old.k = 1',
      'SELECT 1 FROM entry WHERE v = $1',
      'SELECT 1 FROM archive.entry WHERE k = $1',
    ],
  },
  {
    what: 'The same with another `search_path`, which decides what a bare name means',
    files: names,
    good: ['SELECT 1 FROM entry WHERE v = $1', 'SELECT 1 FROM public.entry WHERE k = $1'],
    missing: ['SELECT 1 FROM entry WHERE k = $1', 'SELECT 1 FROM public.entry WHERE v = $1'],
    settings: { search_path: 'archive, public' },
  },
  {
    what: 'Partitions in other schemas than their root, groups of one name among them',
    files: names,
    good: ['SELECT 1 FROM spread WHERE g = $1 AND day = $2', "SELECT 1 FROM archive.spread_1 WHERE day = '2026-05-01'"],
    missing: ['SELECT 1 FROM spread WHERE g = $1', 'SELECT 1 FROM spread WHERE day = $1', 'SELECT 1 FROM archive.spread_1 WHERE g = 2'],
  },
  {
    what: 'A leaf directly below the root, beside groups; leaves with indexes and constraints of their own',
    files: trees,
    good: [
      'SELECT 1 FROM uneven WHERE g = $1 AND day = $2',
      'SELECT 1 FROM uneven WHERE g = 2',
      "SELECT 1 FROM uneven WHERE g = 1 AND day = '2025-05-01' AND v = 3",
    ],
    missing: ['SELECT 1 FROM uneven WHERE g = $1', 'SELECT 1 FROM uneven WHERE g = 1', 'SELECT 1 FROM uneven WHERE day = $1'],
  },
  {
    what: 'Three levels',
    files: trees,
    good: ['SELECT 1 FROM three WHERE region = $1 AND g = $2 AND day = $3', 'SELECT 1 FROM three_eu WHERE g = $1 AND day = $2'],
    missing: [
      'SELECT 1 FROM three WHERE g = $1 AND day = $2',
      'SELECT 1 FROM three WHERE region = $1 AND day = $2',
      'SELECT 1 FROM three WHERE region = $1 AND g = $2',
    ],
  },
  {
    what: 'Four levels',
    files: trees,
    good: ['SELECT 1 FROM four WHERE region = $1 AND g = $2 AND day = $3 AND v = $4', 'SELECT 1 FROM four_us_2 WHERE day = $1 AND v = $2'],
    missing: ['SELECT 1 FROM four WHERE region = $1 AND g = $2 AND day = $3', 'SELECT 1 FROM four WHERE region = $1 AND day = $2 AND v = $3'],
  },
  {
    what: 'A DEFAULT partition of the root, and of a group',
    files: trees,
    good: ['SELECT 1 FROM rest WHERE g = $1 AND day = $2', 'SELECT 1 FROM rest WHERE g = 9', "SELECT 1 FROM rest WHERE g = 1 AND day = '1999-01-01'"],
    missing: ['SELECT 1 FROM rest WHERE g = 1', 'SELECT 1 FROM rest WHERE g = $1', 'SELECT 1 FROM rest WHERE day = $1'],
  },
  {
    what: 'NULL in a list',
    files: trees,
    good: ['SELECT 1 FROM nullable WHERE k IS NULL', 'SELECT 1 FROM nullable WHERE k = $1'],
    missing: ['SELECT 1 FROM nullable WHERE v = 1'],
    many: ["SELECT 1 FROM nullable WHERE k = 'a' OR k IS NULL"],
  },
  {
    what: 'A RANGE over several columns',
    files: trees,
    good: ['SELECT 1 FROM several WHERE y = 2025 AND m = 3', 'SELECT 1 FROM several WHERE y = $1 AND m = $2'],
    missing: ['SELECT 1 FROM several WHERE m = $1'],
    many: ['SELECT 1 FROM several WHERE y = 2025', 'SELECT 1 FROM several WHERE y = $1'],
  },
  {
    what: 'A HASH over several columns',
    files: trees,
    good: ["SELECT 1 FROM paired WHERE a = 1 AND b = 'x'", 'SELECT 1 FROM paired WHERE a = $1 AND b = $2'],
    missing: ['SELECT 1 FROM paired WHERE a = $1', "SELECT 1 FROM paired WHERE b = 'x'"],
  },
  {
    what: "An expression: `date_trunc('month', at)`",
    files: trees,
    good: ["SELECT 1 FROM monthly WHERE date_trunc('month', at) = '2025-02-01'", "SELECT 1 FROM monthly WHERE date_trunc('month', at) = $1"],
    missing: ['SELECT 1 FROM monthly WHERE v = 1'],
    wrapped: ["SELECT 1 FROM monthly WHERE at = '2025-02-03'", 'SELECT 1 FROM monthly WHERE at = $1'],
  },
  {
    what: 'An expression: `lower(name)`',
    files: trees,
    good: ["SELECT 1 FROM lowered WHERE lower(name) = 'a'", 'SELECT 1 FROM lowered WHERE lower(name) = $1'],
    missing: ['SELECT 1 FROM lowered WHERE v = 1'],
    wrapped: ["SELECT 1 FROM lowered WHERE name = 'a'", 'SELECT 1 FROM lowered WHERE upper(name) = $1'],
  },
  {
    what: 'An expression: `(id % 3)`',
    files: trees,
    good: ['SELECT 1 FROM modulo WHERE id % 3 = 1', 'SELECT 1 FROM modulo WHERE id % 3 = $1 AND id = $2'],
    missing: ['SELECT 1 FROM modulo WHERE v = 1'],
    wrapped: ['SELECT 1 FROM modulo WHERE id = 4', 'SELECT 1 FROM modulo WHERE id % 6 = $1'],
    many: ['SELECT 1 FROM modulo WHERE id % 3 IN (1, 2)'],
  },
  {
    what: 'An identity column as the key',
    files: trees,
    good: ['SELECT 1 FROM counted WHERE id = $1', 'INSERT INTO counted (v) VALUES (1)', 'SELECT c FROM counted c WHERE (c).id = 3'],
    missing: ['SELECT 1 FROM counted WHERE v = $1', 'SELECT c FROM counted c WHERE (c).v = 3'],
  },
  {
    what: 'One leaf only: the key is asked for all the same',
    files: trees,
    good: ['SELECT 1 FROM single WHERE k = 1', 'SELECT 1 FROM single WHERE k = $1'],
    missing: ['SELECT 1 FROM single', 'SELECT 1 FROM single WHERE v = $1'],
  },
  {
    what: 'A group without a leaf, beside one that has some',
    files: trees,
    good: ['SELECT 1 FROM hollow WHERE g = $1 AND day = $2'],
    missing: ['SELECT 1 FROM hollow WHERE g = 2', 'SELECT 1 FROM hollow WHERE day = $1'],
  },
  {
    what: 'Unlogged leaves',
    files: trees,
    good: ['SELECT 1 FROM fast WHERE k = $1', 'UPDATE fast SET v = 1 WHERE k = 2'],
    missing: ['SELECT 1 FROM fast', 'UPDATE fast SET v = 1 WHERE v = 2'],
  },
  {
    what: 'Foreign tables as leaves (`postgres_fdw`), their server out of reach',
    files: trees,
    good: ['SELECT 1 FROM far WHERE k = 2', 'SELECT 1 FROM far WHERE k = $1', 'UPDATE far SET v = 1 WHERE k = 3', 'SELECT count(*) FROM far_2'],
    missing: ['SELECT 1 FROM far WHERE v = 2', 'UPDATE far SET v = 1 WHERE v = 2', 'SELECT count(*) FROM far'],
    many: ['SELECT 1 FROM far WHERE k IN (2, 3)'],
  },
  {
    what: 'The same, joined and summed up by the foreign server',
    files: trees,
    good: ['SELECT k, count(*) FROM far WHERE k = 2 GROUP BY k'],
    missing: ['SELECT k, count(*) FROM far GROUP BY k', 'SELECT k, count(*) FROM far WHERE v = 1 GROUP BY k'],
    many: ['SELECT k, count(*) FROM far WHERE k IN (2, 3) GROUP BY k'],
    settings: { enable_partitionwise_aggregate: 'on', enable_partitionwise_join: 'on' },
  },
  {
    what: 'Views over a partitioned table',
    files: trees,
    good: ['SELECT 1 FROM three_view WHERE region = $1 AND g = $2 AND day = $3', 'SELECT 1 FROM three_eu_2025 WHERE g = 1'],
    missing: ['SELECT 1 FROM three_view WHERE region = $1 AND day = $2', 'SELECT 1 FROM three_eu_2025'],
  },
];

const kept: readonly Row[] = shapes.map(({ what, files, good, missing, wrapped = [], many = [], settings = {} }) => ({
  what,
  happens: everyTrial,
  check: () =>
    tryOut({
      files,
      good: { good },
      bad: { 'require-partition-keys': missing, 'no-wrapped-partition-key': wrapped, 'no-leaf-fanout': many },
      settings,
    }),
}));

/** What is asked of tables that are not judged as others are, and what comes of it. */
const apart: readonly (readonly [what: string, sql: string, happens: string])[] = [
  [
    'A partitioned table without any partition yet',
    'SELECT 1 FROM empty WHERE k = $1',
    'inconclusive: empty has no partition yet: create some in the schema that planlint loads',
  ],
  ['The same, with the value written', 'SELECT 1 FROM empty WHERE k = 1', 'no-vacuous-plan'],
  [
    'The same, beside a table that is read as it should be',
    'SELECT 1 FROM counted c LEFT JOIN empty e ON e.k = c.v WHERE c.id = 1',
    'inconclusive: empty has no partition yet: create some in the schema that planlint loads',
  ],
  ['The same, written to', 'INSERT INTO empty VALUES (1)', 'passes'],
  [
    'A group without a leaf',
    'SELECT 1 FROM hollow_1 WHERE day = $1',
    'inconclusive: hollow_1 has no partition yet: create some in the schema that planlint loads',
  ],
  ['A leaf that was detached, by its name', 'SELECT 1 FROM parted_2', 'passes'],
  ['A leaf that DETACH … CONCURRENTLY was to detach, and was cut off, by its name', 'SELECT 1 FROM parted_3', 'passes'],
  ['Inheritance', 'SELECT 1 FROM legacy WHERE day = $1', 'skipped: legacy is split by inheritance, which planlint does not judge'],
  ['Inheritance behind a view', 'SELECT 1 FROM legacy_days', 'skipped: legacy is split by inheritance, which planlint does not judge'],
  [
    'Inheritance beside a table that is read as it should be',
    'SELECT 1 FROM legacy l JOIN counted c ON c.id = 1',
    'inconclusive: legacy is split by inheritance, which planlint does not judge',
  ],
  ['Inheritance beside a table whose key is left out', 'SELECT 1 FROM legacy l JOIN counted c ON c.id = l.k', 'require-partition-keys'],
  ['A temporary table, which is gone when the schema is loaded', 'SELECT 1 FROM passing', 'inconclusive: relation "passing" does not exist'],
  ['A materialized view: a table of its own', 'SELECT 1 FROM three_sums', 'passes'],
];

export const tableShapes: readonly Row[] = [
  ...kept,
  {
    what: 'Detached leaves, and those that are about to be, are none',
    happens: 'of 3 leaves 1 counts, and is read',
    check: async () => {
      const { statement } = await checkSql(await openShared(trees), 'SELECT 1 FROM parted');
      return statement.tables.map(({ leaves }) => `of 3 leaves ${leaves.total} counts, and ${leaves.planned === 1 ? 'is' : 'is not'} read`).join();
    },
  },
  ...apart.map(([what, sql, happens]) => ({
    what: `${what}: \`${sql}\``,
    happens,
    check: async () => {
      const [found = ''] = await judge(trees, [sql]);
      return found;
    },
  })),
];
