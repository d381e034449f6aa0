/** A statement whose fix gives the same rows, and its exact text. Values are such that both read rows on each side of a border. */
export interface SameCase {
  readonly sql: string;
  readonly fixed: string;
  /** Values to run both with; a list for each run. */
  readonly runs?: readonly (readonly string[])[];
}

const march = [['2025-03-01'], ['2025-01-01'], ['2024-12-31']];

/** By what hides the key. Tables are those of `same-schema.ts`. */
export const sameCases: Readonly<Record<string, readonly SameCase[]>> = {
  'a time by its day': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date = '2025-03-01'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-03-01' AND at < '2025-03-02'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND CAST(at AS date) = DATE '2024-12-31'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2024-12-31' AND at < '2025-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND '2024-02-29' = date(at)`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2024-02-29' AND at < '2024-03-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date = $1`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= $1::date AND at < $1::date + 1`,
      runs: march,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date BETWEEN '2024-12-31' AND '2024-12-31'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2024-12-31' AND at < '2025-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date >= '2025-01-01' AND at::date <= '2025-12-31'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01' AND at < '2026-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date > '2024-12-31' AND at::date < '2025-03-02'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01' AND at < '2025-03-02'`,
    },
  ],
  'a time by its month or year': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND date_trunc('month', at) = '2024-12-01'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2024-12-01' AND at < '2025-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND date_trunc('year', at) = '2025-01-01'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01' AND at < '2026-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND date_trunc('month', at) = $1`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND date_trunc('month', at) = $1 AND at >= $1 AND at < $1 + interval '1 month'`,
      runs: [...march, ['2025-03-02']],
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND extract(year FROM at) = 2025`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01' AND at < '2026-01-01'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND date_part('year', at) = 2025 AND extract(month FROM at) = 3`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-03-01' AND at < '2025-04-01' AND extract(month FROM at) = 3`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND to_char(at, 'YYYY-MM') = '2024-12'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2024-12-01' AND at < '2025-01-01'`,
    },
    { sql: `SELECT * FROM daily WHERE to_char(day, 'YYYY') = '2025'`, fixed: `SELECT * FROM daily WHERE day >= '2025-01-01' AND day < '2026-01-01'` },
  ],
  'a time in UTC': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at AT TIME ZONE 'UTC' >= '2025-01-01' AND at AT TIME ZONE 'UTC' < '2025-12-31 23:59:59.999999'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2025-12-31 23:59:59.999999+00'`,
    },
  ],
  'a number in a sum, a cast, or of another type': [
    {
      sql: `SELECT * FROM entry WHERE grp + 0 = 1 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE 3 = 1 + grp AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 2 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp - 1 = 0 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp::text = '1' AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp::bigint = 1 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 1.0 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp = 2::numeric AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 2 AND at = '2025-03-01 00:00:00+00'`,
    },
    { sql: `SELECT * FROM tinted WHERE tint::text = 'red'`, fixed: `SELECT * FROM tinted WHERE tint = 'red'` },
    { sql: `SELECT * FROM named WHERE tenant = 'a'::name`, fixed: `SELECT * FROM named WHERE tenant = 'a'` },
  ],
  'a truth that a WHERE needs no test for': [
    {
      sql: `SELECT * FROM entry WHERE (grp = 1) IS TRUE AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE grp IS NOT DISTINCT FROM 1 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM entry WHERE COALESCE(grp, 0) = 1 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    { sql: `SELECT * FROM hashed WHERE k BETWEEN 7 AND 7`, fixed: `SELECT * FROM hashed WHERE k = 7` },
    {
      sql: `SELECT * FROM entry WHERE grp = (SELECT 1) AND at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
  ],
  'a row': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND (at, id) <= ($1, $2) AND at >= '2025-01-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND (at, id) <= ($1, $2) AND at <= $1 AND at >= '2025-01-01 00:00:00+00'`,
      runs: [
        ['2025-03-01 00:00:00+00', '40'],
        ['2025-01-01 00:00:00+00', '1000'],
      ],
    },
  ],
  'an end that is no value of the next partition': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at > '2024-12-31 23:59:59.999999+00' AND at < '2026-01-01 00:00:00+00'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00'`,
    },
    { sql: `SELECT * FROM numbered WHERE n > 9 AND n < 20`, fixed: `SELECT * FROM numbered WHERE n >= 10 AND n < 20` },
    {
      sql: `SELECT * FROM daily WHERE '2024-12-31' < day AND day < '2026-01-01'`,
      fixed: `SELECT * FROM daily WHERE day >= '2025-01-01' AND day < '2026-01-01'`,
    },
  ],
  'a period that does not travel through a join': [
    {
      sql: `SELECT e.id, p.id AS part FROM entry e JOIN part p ON p.entry = e.id AND p.grp = e.grp AND p.at = e.at WHERE e.grp = 1 AND e.at >= $1 AND e.at < $2`,
      fixed: `SELECT e.id, p.id AS part FROM entry e JOIN part p ON p.entry = e.id AND p.grp = e.grp AND p.at = e.at WHERE e.grp = 1 AND e.at >= $1 AND e.at < $2 AND p.at >= $1 AND p.at < $2`,
      runs: [
        ['2025-01-01 00:00:00+00', '2026-01-01 00:00:00+00'],
        ['2025-03-01 00:00:00+00', '2025-03-01 00:00:00.000001+00'],
      ],
    },
    {
      sql: `SELECT e.id, p.id AS part FROM entry e LEFT JOIN part p ON (p.grp = e.grp AND e.at = p.at) WHERE e.grp = 2 AND e.at BETWEEN '2025-01-01 00:00:00+00' AND '2025-12-31 00:00:00+00'`,
      fixed: `SELECT e.id, p.id AS part FROM entry e LEFT JOIN part p ON (p.grp = e.grp AND e.at = p.at) AND p.at BETWEEN '2025-01-01 00:00:00+00' AND '2025-12-31 00:00:00+00' WHERE e.grp = 2 AND e.at BETWEEN '2025-01-01 00:00:00+00' AND '2025-12-31 00:00:00+00'`,
    },
    {
      sql: `SELECT e.id, p.id AS part FROM part p RIGHT JOIN entry e ON p.grp = e.grp AND e.at = p.at WHERE e.grp = 2 AND '2026-01-01 00:00:00+00' > e.at AND e.at >= '2025-01-01 00:00:00+00'`,
      fixed: `SELECT e.id, p.id AS part FROM part p RIGHT JOIN entry e ON p.grp = e.grp AND e.at = p.at AND '2026-01-01 00:00:00+00' > p.at AND p.at >= '2025-01-01 00:00:00+00' WHERE e.grp = 2 AND '2026-01-01 00:00:00+00' > e.at AND e.at >= '2025-01-01 00:00:00+00'`,
    },
    {
      sql: `SELECT e.id, p.id AS part FROM entry e JOIN part p USING (grp, at) WHERE e.grp = 1 AND e.at >= '2024-01-01 00:00:00+00' AND e.at < '2025-01-01 00:00:00+00'`,
      fixed: `SELECT e.id, p.id AS part FROM entry e JOIN part p USING (grp, at) WHERE e.grp = 1 AND e.at >= '2024-01-01 00:00:00+00' AND e.at < '2025-01-01 00:00:00+00' AND p.at >= '2024-01-01 00:00:00+00' AND p.at < '2025-01-01 00:00:00+00'`,
    },
    {
      sql: `SELECT a.id, b.id AS other FROM entry a, entry b WHERE a.grp = b.grp AND a.at = b.at AND a.id < b.id AND a.grp = 1 AND a.at >= '2025-01-01 00:00:00+00' AND a.at < '2026-01-01 00:00:00+00'`,
      fixed: `SELECT a.id, b.id AS other FROM entry a, entry b WHERE a.grp = b.grp AND a.at = b.at AND a.id < b.id AND a.grp = 1 AND a.at >= '2025-01-01 00:00:00+00' AND a.at < '2026-01-01 00:00:00+00' AND b.at >= '2025-01-01 00:00:00+00' AND b.at < '2026-01-01 00:00:00+00'`,
    },
    {
      sql: `SELECT e.id FROM entry e WHERE e.grp = 1 AND e.at >= $1 AND e.at < $2 AND NOT EXISTS (SELECT FROM part p WHERE p.entry = e.id AND p.grp = e.grp AND p.at = e.at)`,
      fixed: `SELECT e.id FROM entry e WHERE e.grp = 1 AND e.at >= $1 AND e.at < $2 AND NOT EXISTS (SELECT FROM part p WHERE p.entry = e.id AND p.grp = e.grp AND p.at = e.at AND p.at >= $1 AND p.at < $2)`,
      runs: [['2025-01-01 00:00:00+00', '2026-01-01 00:00:00+00']],
    },
    {
      sql: `SELECT e.id, (SELECT count(*) FROM part p WHERE p.grp = 1 AND p.at = e.at) AS parts FROM entry e WHERE e.grp = 1 AND e.at >= '2025-01-01 00:00:00+00' AND e.at < '2026-01-01 00:00:00+00'`,
      fixed: `SELECT e.id, (SELECT count(*) FROM part p WHERE p.grp = 1 AND p.at = e.at AND p.at >= '2025-01-01 00:00:00+00' AND p.at < '2026-01-01 00:00:00+00') AS parts FROM entry e WHERE e.grp = 1 AND e.at >= '2025-01-01 00:00:00+00' AND e.at < '2026-01-01 00:00:00+00'`,
    },
  ],
  'a query that a condition outside does not enter': [
    {
      sql: `WITH x AS MATERIALIZED (SELECT * FROM entry) SELECT * FROM x WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
      fixed: `WITH x AS (SELECT * FROM entry) SELECT * FROM x WHERE grp = 1 AND at = '2025-03-01 00:00:00+00'`,
    },
    {
      sql: `SELECT * FROM (SELECT * FROM entry OFFSET 0) x WHERE x.grp = 1 AND x.at = '2025-03-01 00:00:00+00'`,
      fixed: `SELECT * FROM (SELECT * FROM entry WHERE grp = 1 AND at = '2025-03-01 00:00:00+00' OFFSET 0) x WHERE x.grp = 1 AND x.at = '2025-03-01 00:00:00+00'`,
    },
  ],
  'a join by name': [
    {
      sql: `SELECT e.id, p.id AS part FROM entry e JOIN part p USING (grp, at) WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00'`,
      fixed: `SELECT e.id, p.id AS part FROM entry e JOIN part p USING (grp, at) WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00' AND p.at >= '2025-01-01 00:00:00+00' AND p.at < '2026-01-01 00:00:00+00'`,
    },
    {
      sql: `SELECT e.id, f.id AS other FROM entry e JOIN part p USING (grp, at) JOIN entry f USING (grp, at) WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00'`,
      fixed: `SELECT e.id, f.id AS other FROM entry e JOIN part p USING (grp, at) JOIN entry f USING (grp, at) WHERE grp = 1 AND at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00' AND p.at >= '2025-01-01 00:00:00+00' AND p.at < '2026-01-01 00:00:00+00' AND f.at >= '2025-01-01 00:00:00+00' AND f.at < '2026-01-01 00:00:00+00'`,
    },
    {
      sql: `SELECT e.id FROM entry e NATURAL JOIN part p WHERE e.grp = 2 AND e.at::date = '2025-03-01'`,
      fixed: `SELECT e.id FROM entry e NATURAL JOIN part p WHERE e.grp = 2 AND e.at >= '2025-03-01' AND e.at < '2025-03-02' AND p.at >= '2025-03-01' AND p.at < '2025-03-02'`,
    },
  ],
  'comments within what is replaced': [
    {
      sql: `SELECT * FROM entry WHERE grp = 1 AND at::date = -- the day; it's\n /* of $$ */ '2025-03-01'`,
      fixed: `SELECT * FROM entry WHERE grp = 1 AND -- the day; it's\nat >= '2025-03-01' AND at < '2025-03-02' /* of $$ */`,
    },
  ],
};

/** Statements that look like those above and are not; what is written for them may not be called the same. */
export const unlike: readonly SameCase['sql'][] = [
  `SELECT * FROM entry WHERE grp + 0 = 2::boolean::int AND at = '2025-03-01 00:00:00+00'`,
  `SELECT * FROM entry WHERE grp = '1'::"char"::int::numeric AND at = '2025-03-01 00:00:00+00'`,
  `SELECT * FROM padded WHERE c = (SELECT 'a  ')`,
  'SELECT * FROM padded WHERE c = (SELECT $1)',
  'SELECT * FROM unended WHERE at::date = $1',
  'SELECT * FROM unended WHERE at::date BETWEEN $1 AND $1',
  `SELECT * FROM unended WHERE date_trunc('month', at) = $1`,
  `MERGE INTO kept k USING (SELECT * FROM entry OFFSET 0) e ON e.id = k.id AND e.grp = 1 AND e.at = '2025-03-01' WHEN NOT MATCHED THEN INSERT VALUES (e.id, e.at)`,
  `MERGE INTO kept k USING (SELECT id, at FROM part WHERE grp = 1 AND at = '2025-03-01 00:00:00+00') p ON k.id = p.id AND p.at >= '2026-01-01 00:00:00+00' AND p.at < '2026-02-01 00:00:00+00' WHEN NOT MATCHED THEN INSERT VALUES ((SELECT count(*) FROM entry e WHERE e.grp = 1 AND e.at = p.at), now())`,
  `SELECT id FROM kept WHERE at >= '2025-01-01 00:00:00+00' AND at < '2026-01-01 00:00:00+00' AND EXISTS (SELECT FROM part p JOIN moments m ON true WHERE p.grp = 1 AND p.at = moment)`,
  `SELECT id FROM moments WHERE moment >= '2025-01-01 00:00:00+00' AND moment < '2026-01-01 00:00:00+00' AND EXISTS (SELECT FROM part p, moments m WHERE p.grp = 1 AND p.at = moment)`,
];
