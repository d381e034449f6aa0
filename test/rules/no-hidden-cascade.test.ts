import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkSql, underlined } from '../check-sql.ts';
import { ledgerFiles, openWith } from '../open-schema.ts';

/** Four leaves: two below `item_1`, which are told apart by `at`, and two beside it. */
const item = `
  CREATE TABLE item (id integer, grp integer, at integer, owner integer, code integer, label text) PARTITION BY LIST (grp);
  CREATE TABLE item_1 PARTITION OF item FOR VALUES IN (1) PARTITION BY RANGE (at);
  CREATE TABLE item_1_a PARTITION OF item_1 FOR VALUES FROM (0) TO (10);
  CREATE TABLE item_1_b PARTITION OF item_1 FOR VALUES FROM (10) TO (20);
  CREATE TABLE item_2 PARTITION OF item FOR VALUES IN (2);
  CREATE TABLE item_3 PARTITION OF item DEFAULT;`;

const owner = `
  CREATE TABLE owner (id integer PRIMARY KEY, code integer UNIQUE, name text, grp integer, at integer, exact numeric,
    UNIQUE (id, grp), UNIQUE (id, grp, at), UNIQUE (id, exact));
  INSERT INTO owner VALUES (1, 1, 'a', 1, 5, 1), (2, 2, 'b', 2, 5, 2);`;

const named = `
  CREATE TABLE owner (label text COLLATE "C" PRIMARY KEY);
  CREATE TABLE item (label text) PARTITION BY LIST (label);
  CREATE TABLE item_1 PARTITION OF item FOR VALUES IN ('a');
  CREATE TABLE item_2 PARTITION OF item FOR VALUES IN ('b');
  ALTER TABLE item ADD CONSTRAINT fk FOREIGN KEY (label) REFERENCES owner;
  INSERT INTO owner VALUES ('a');`;

const typed = `
  CREATE DOMAIN grp AS integer;
  CREATE TABLE owner (a varchar(5), b grp, PRIMARY KEY (a, b));
  CREATE TABLE item (a varchar(9), b grp) PARTITION BY LIST (a);
  CREATE TABLE item_1 PARTITION OF item FOR VALUES IN ('a') PARTITION BY HASH (b);
  CREATE TABLE item_1_a PARTITION OF item_1 FOR VALUES WITH (MODULUS 2, REMAINDER 0);
  CREATE TABLE item_1_b PARTITION OF item_1 FOR VALUES WITH (MODULUS 2, REMAINDER 1);
  CREATE TABLE item_2 PARTITION OF item FOR VALUES IN ('b');
  ALTER TABLE item ADD CONSTRAINT fk FOREIGN KEY (a, b) REFERENCES owner;
  INSERT INTO owner VALUES ('a', 1);`;

const chain = `
  CREATE TABLE mid (id integer PRIMARY KEY, owner integer UNIQUE REFERENCES owner ON DELETE CASCADE ON UPDATE CASCADE);
  INSERT INTO mid VALUES (7, 1);`;

/** A foreign key of `item`. */
const key = (columns: string, rest = ''): string => `ALTER TABLE item ADD CONSTRAINT fk FOREIGN KEY (${columns}) REFERENCES ${rest};`;

/** The leaves of `item` that the statement's triggers lock, which is what the rule has to say; `null` where it has nothing to say. */
const shapes: Readonly<
  Record<string, readonly [ddl: string, ...statements: readonly (readonly [sql: string, locked: number, said: number | null])[]]>
> = {
  without_keys: [
    owner + item + key('owner', 'owner'),
    ['DELETE FROM owner WHERE id = 1', 4, 4],
    ['UPDATE owner SET id = 9 WHERE id = 1', 4, 4],
    [`UPDATE owner SET name = 'c' WHERE id = 1`, 0, null],
    ['UPDATE owner SET id = id, code = 9 WHERE id = 1', 0, null],
    ['WITH gone AS (DELETE FROM owner WHERE id = 1 RETURNING id) SELECT * FROM gone', 4, 4],
    ['MERGE INTO owner USING (VALUES (1)) AS v (id) ON owner.id = v.id WHEN MATCHED THEN DELETE', 4, 4],
    ['MERGE INTO owner USING (VALUES (1)) AS v (id) ON owner.id = v.id WHEN MATCHED THEN UPDATE SET id = 9', 4, 4],
    ['INSERT INTO owner (id, code) VALUES (9, 1) ON CONFLICT (code) DO UPDATE SET id = excluded.id + 0', 4, 4],
    [`INSERT INTO owner (id, code) VALUES (9, 1) ON CONFLICT (code) DO UPDATE SET name = 'c'`, 0, null],
  ],
  restricting: [owner + item + key('code', 'owner (code) ON DELETE RESTRICT'), ['DELETE FROM owner WHERE id = 1', 4, 4]],
  cascading: [owner + item + key('owner', 'owner ON DELETE CASCADE'), ['DELETE FROM owner WHERE id = 1', 4, 4]],
  clearing: [owner + item + key('owner', 'owner ON DELETE SET NULL'), ['DELETE FROM owner WHERE id = 1', 4, 4]],
  with_group: [owner + item + key('owner, grp', 'owner (id, grp)'), ['DELETE FROM owner WHERE id = 1', 2, 2]],
  with_keys: [owner + item + key('owner, grp, at', 'owner (id, grp, at)'), ['DELETE FROM owner WHERE id = 1', 1, null]],
  with_cast: [owner + item + key('owner, grp', 'owner (id, exact)'), ['DELETE FROM owner WHERE id = 1', 4, 4]],
  with_collation: [named, [`DELETE FROM owner WHERE label = 'a'`, 1, null]],
  with_types: [typed, [`DELETE FROM owner WHERE a = 'a' AND b = 1`, 1, null]],
  of_a_leaf: [owner + item + key('owner', 'owner').replace('TABLE item', 'TABLE item_2'), ['DELETE FROM owner WHERE id = 1', 1, null]],
  of_a_group: [owner + item + key('owner', 'owner').replace('TABLE item', 'TABLE item_1'), ['DELETE FROM owner WHERE id = 1', 2, 2]],
  chained: [
    owner + chain + item + key('owner', 'mid'),
    ['DELETE FROM owner WHERE id = 1', 4, 4],
    ['UPDATE owner SET id = 9 WHERE id = 1', 0, null],
    ['DELETE FROM mid WHERE id = 7', 4, 4],
  ],
  chained_by_update: [owner + chain + item + key('owner', 'mid (owner)'), ['UPDATE owner SET id = 9 WHERE id = 1', 4, 4]],
  through_view: [
    `${owner}${item}${key('owner', 'owner')}CREATE VIEW owners AS SELECT * FROM owner WHERE id IN (SELECT id FROM item WHERE grp = 2); CREATE VIEW shown AS SELECT id FROM owners;
     INSERT INTO item VALUES (1, 2, 0, 2);`,
    ['DELETE FROM shown WHERE id = 1', 4, 4],
  ],
  partitioned_target: [
    `CREATE TABLE owner (id integer, k integer, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
     CREATE TABLE owner_1 PARTITION OF owner FOR VALUES IN (1); CREATE TABLE owner_2 PARTITION OF owner FOR VALUES IN (2);
     INSERT INTO owner VALUES (1, 1);${item}${key('owner, code', 'owner (id, k)')}`,
    ['DELETE FROM owner WHERE id = 1 AND k = 1', 4, 4],
    ['DELETE FROM owner_1 WHERE id = 1', 4, 4],
  ],
  leaf_target: [
    `CREATE TABLE owner (id integer, k integer, PRIMARY KEY (id, k)) PARTITION BY LIST (k);
     CREATE TABLE owner_1 PARTITION OF owner FOR VALUES IN (1); CREATE TABLE owner_2 PARTITION OF owner FOR VALUES IN (2);
     INSERT INTO owner VALUES (1, 1);${item}${key('owner, code', 'owner_1 (id, k)')}`,
    ['DELETE FROM owner WHERE id = 1 AND k = 1', 4, 4],
    ['DELETE FROM owner_2 WHERE id = 1', 0, null],
  ],
  of_itself: [
    `CREATE TABLE item (id integer, grp integer, parent integer, other integer, PRIMARY KEY (id, grp), FOREIGN KEY (parent, other) REFERENCES item) PARTITION BY LIST (grp);
     CREATE TABLE item_1 PARTITION OF item FOR VALUES IN (1); CREATE TABLE item_2 PARTITION OF item FOR VALUES IN (2); INSERT INTO item VALUES (1, 1);`,
    ['DELETE FROM item WHERE id = 1 AND grp = 1', 2, 2],
  ],
};

/** Runs a statement, counts the locks on leaves of `item`, and takes it back. */
const counter = `
  CREATE FUNCTION public.count_locked(sql text) RETURNS integer LANGUAGE plpgsql AS $$
  DECLARE found integer;
  BEGIN
    BEGIN
      EXECUTE sql;
      SELECT count(DISTINCT relation) INTO found FROM pg_locks JOIN pg_class ON pg_class.oid = relation
      WHERE pid = pg_backend_pid() AND relkind = 'r' AND relispartition AND relname LIKE 'item%';
      RAISE EXCEPTION USING ERRCODE = 'P0099';
    EXCEPTION WHEN SQLSTATE 'P0099' THEN RETURN found;
    END;
  END $$;`;

const schemas = Object.entries(shapes).map(([name, [sql]]) => `CREATE SCHEMA ${name}; SET search_path = ${name}; ${sql} RESET search_path;`);
const cases = Object.entries(shapes).flatMap(([name, [, ...statements]]) => statements.map(([sql, locked, said]) => ({ name, sql, locked, said })));

describe.each([15, 18])('on PostgreSQL %i', (major) => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith([], [...schemas, counter].join('\n'), { major });
  });
  afterAll(() => database?.close());

  test.each(cases)('$name: $sql', async ({ name, sql, locked, said }) => {
    const inside = sql.replace(/\b(owner|owners|shown|mid|item|owner_[12])\b(?= WHERE|\s+USING| SET| \()/, `${name}.$1`);
    const [row] = await database.query('SELECT count_locked($1) AS found', [inside]);
    const { findings } = await checkSql(database, inside);
    const leaves = findings.filter(({ rule }) => rule === 'no-hidden-cascade').map(({ evidence }) => evidence.leaves);
    expect({ locked: row?.['found'], said: leaves }).toEqual({ locked, said: said === null ? [] : [said] });
  });
});

describe('on the ledger', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openWith(ledgerFiles, 'CREATE TABLE closing (id integer PRIMARY KEY REFERENCES account ON DELETE CASCADE)');
  });
  afterAll(() => database?.close());

  test('the finding tells what looks where, and what to do', async () => {
    const checked = await checkSql(database, 'WITH gone AS (DELETE FROM account AS a WHERE a.id = $1 RETURNING id) SELECT * FROM gone');
    const [finding, ...others] = checked.findings;
    expect(others).toEqual([]);
    expect(finding).toMatchObject({
      rule: 'no-hidden-cascade',
      severity: 'warning',
      table: 'public.ledger_entry',
      evidence: { leaves: 70, total: 70 },
    });
    expect(finding?.message).toBe(
      'deleting from `account` makes the foreign key `ledger_entry_account_id_fkey` look in all 70 leaves of `ledger_entry` for each row; `account_group` and `created_at` are not among its columns',
    );
    expect(finding?.help).toMatch(/^Put `account_group` and `created_at` into the foreign key/);
    expect(underlined(checked, finding as NonNullable<typeof finding>)).toBe('account AS a');
  });

  test.each([
    'DELETE FROM ledger_lookup WHERE entry_number = 7',
    'DELETE FROM closing WHERE id = 1',
    'DELETE FROM nothing',
    'TRUNCATE account CASCADE',
  ])('nothing looks after %s', async (sql) => {
    expect((await checkSql(database, sql)).findings).toEqual([]);
  });
});
