const years = [2024, 2025, 2026];

function leaves(table: string, type: 'date' | 'timestamptz'): string {
  const border = (year: number): string => (type === 'date' ? `'${year}-01-01'` : `'${year}-01-01 00:00:00+00'`);
  return [1, 2, 'NULL']
    .map((group, index) => {
      const name = `${table}_${index}`;
      const own = years.map(
        (year) => `CREATE TABLE ${name}_${year} PARTITION OF ${name} FOR VALUES FROM (${border(year)}) TO (${border(year + 1)});`,
      );
      return `CREATE TABLE ${name} PARTITION OF ${table} FOR VALUES IN (${group}) PARTITION BY RANGE (at);\n${own.join('\n')}`;
    })
    .join('\n');
}

/** Rows a microsecond, an hour and a day before and behind each border of a year, a month and a day, in every group and in none, in some of them twice. */
const rows = (table: string, every: number): string => `
INSERT INTO ${table} (id, grp, at)
SELECT row_number() OVER (), nullif(g, 0), at FROM (
  SELECT g, border::timestamptz + step AS at
  FROM unnest(ARRAY['2024-01-01', '2024-02-29', '2024-03-01', '2024-12-01', '2025-01-01', '2025-03-01', '2025-03-02', '2025-04-01', '2025-12-31', '2026-01-01']) border,
    unnest(ARRAY['0', '1 microsecond', '-1 microsecond', '1 hour', '-1 hour', '2 hours', '-2 hours', '1 day', '-1 day']::interval[]) step,
    generate_series(0, 2) g
  ORDER BY 2, 1) AS spread
WHERE at >= '2024-01-01 00:00:00+00' AND at < '2027-01-01 00:00:00+00'
UNION ALL SELECT 1000 + ${every}, g, '2025-03-01 00:00:00+00' FROM generate_series(1, 2) g;`;

/** Tables of every kind of key, with rows around every border. */
export const sameSchema = `
CREATE TABLE entry (id int NOT NULL, grp int, at timestamptz NOT NULL) PARTITION BY LIST (grp);
CREATE TABLE part (id int NOT NULL, grp int, at timestamptz NOT NULL, entry int) PARTITION BY LIST (grp);
${leaves('entry', 'timestamptz')}
${leaves('part', 'timestamptz')}
${rows('entry', 1)}
${rows('part', 2)}
DELETE FROM part WHERE id % 3 = 0;
UPDATE part SET entry = id;
CREATE TABLE daily (day date NOT NULL) PARTITION BY RANGE (day);
${years.map((year) => `CREATE TABLE daily_${year} PARTITION OF daily FOR VALUES FROM ('${year}-01-01') TO ('${year + 1}-01-01');`).join('\n')}
INSERT INTO daily SELECT generate_series(date '2024-01-01', '2026-12-31', '1 day');
CREATE TABLE numbered (n int NOT NULL) PARTITION BY RANGE (n);
CREATE TABLE numbered_0 PARTITION OF numbered FOR VALUES FROM (0) TO (10);
CREATE TABLE numbered_1 PARTITION OF numbered FOR VALUES FROM (10) TO (20);
CREATE TABLE numbered_2 PARTITION OF numbered FOR VALUES FROM (20) TO (30);
INSERT INTO numbered SELECT generate_series(0, 29);
CREATE TYPE tint AS ENUM ('red', 'green');
CREATE TABLE tinted (tint tint) PARTITION BY LIST (tint);
CREATE TABLE tinted_r PARTITION OF tinted FOR VALUES IN ('red');
CREATE TABLE tinted_g PARTITION OF tinted FOR VALUES IN ('green', NULL);
INSERT INTO tinted VALUES ('red'), ('green'), (NULL);
CREATE TABLE named (tenant varchar(20)) PARTITION BY LIST (tenant);
CREATE TABLE named_a PARTITION OF named FOR VALUES IN ('a');
CREATE TABLE named_b PARTITION OF named FOR VALUES IN ('b', NULL);
INSERT INTO named VALUES ('a'), ('b'), (NULL);
CREATE TABLE hashed (k int) PARTITION BY HASH (k);
CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
INSERT INTO hashed SELECT generate_series(1, 20);
CREATE TABLE padded (c char(3)) PARTITION BY LIST (c);
CREATE TABLE padded_a PARTITION OF padded FOR VALUES IN ('a');
CREATE TABLE padded_b PARTITION OF padded FOR VALUES IN ('b', NULL);
INSERT INTO padded VALUES ('a'), ('b');
CREATE TABLE unended (at timestamptz NOT NULL) PARTITION BY RANGE (at);
CREATE TABLE unended_2025 PARTITION OF unended FOR VALUES FROM ('2024-01-01 00:00:00+00') TO ('2026-01-01 00:00:00+00');
CREATE TABLE unended_2026 PARTITION OF unended FOR VALUES FROM ('2026-01-01 00:00:00+00') TO (MAXVALUE);
INSERT INTO unended VALUES ('2025-03-01'), ('infinity');
CREATE TABLE kept (id int, at timestamptz);
CREATE TABLE moments (id int, moment timestamptz);
ANALYZE;
`;
