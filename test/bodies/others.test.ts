import { beforeAll, describe, expect, test } from 'vitest';
import { checkBodies, outlineOf, type Stood, tables } from './bodies.ts';

const key = "grp = 1 AND at = '2025-03-01'";

const schema = `-- ünï 😀 comes before all
${tables}

CREATE FUNCTION by_name(g integer, at timestamptz, OUT id integer) LANGUAGE sql AS $$
  SELECT id FROM entry e WHERE e.grp = g AND e.at = at;
  SELECT id FROM entry e WHERE e.grp = g AND e.at = by_name.at; $$;
CREATE FUNCTION by_number(integer, timestamptz) RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM entry WHERE grp = $1 AND at = $2 AND ''x'' <> ''''';
CREATE FUNCTION of_row(a account) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM entry WHERE grp = a.grp AND at = a.at $$;
CREATE FUNCTION atomic(g integer) RETURNS bigint LANGUAGE sql BEGIN ATOMIC
  SELECT 1 FROM entry WHERE grp = g;
  SELECT count(*) FROM entry WHERE grp = g AND at = CASE WHEN g = 1 THEN timestamptz '2025-03-01' END; END;
CREATE FUNCTION gives(g integer) RETURNS bigint LANGUAGE sql RETURN (SELECT count(*) FROM entry WHERE grp = g) + 1;
CREATE PROCEDURE quoted(g integer) LANGUAGE plpgsql AS '
BEGIN
  EXECUTE ''SELECT 1 FROM entry WHERE grp = $1 AND ''''x'''' <> name'' USING g;
  PERFORM 1 FROM entry WHERE at = ''2025-03-01'' AND grp = g;
END';
CREATE FUNCTION nested() RETURNS void LANGUAGE plpgsql AS $outer$ BEGIN EXECUTE $inner$ SELECT $$x$$ FROM entry $inner$; END $outer$;

CREATE FUNCTION escapes() RETURNS bigint LANGUAGE sql AS E'SELECT count(*)\\nFROM entry';
CREATE FUNCTION changed() RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$;
DO $$ BEGIN EXECUTE 'CREATE OR REPLACE FUNCTION changed() RETURNS bigint LANGUAGE sql AS ''SELECT count(*) FROM entry'''; END $$;
CREATE FUNCTION replaced() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM entry $$;
CREATE OR REPLACE FUNCTION replaced() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM entry WHERE ${key} $$;
CREATE FUNCTION dropped() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM entry $$;
DROP FUNCTION dropped();
CREATE FUNCTION twice(a integer) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) + $1 FROM entry $$;
CREATE FUNCTION twice(a numeric) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) + $1 FROM entry $$;

CREATE FUNCTION touch() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN UPDATE entry SET amount = 1 WHERE id = NEW.id AND grp = NEW.grp AND at = NEW.at; END IF;
  DELETE FROM entry WHERE id = OLD.id;
  INSERT INTO account SELECT NEW.*;
  RETURN NEW;
END $$;
CREATE TRIGGER touch AFTER INSERT OR UPDATE ON account FOR EACH ROW EXECUTE FUNCTION touch();

CREATE VIEW shown AS SELECT * FROM entry;
CREATE VIEW renamed (a, b) AS SELECT grp, at FROM entry;
CREATE VIEW "Hidden" AS SELECT id, grp FROM entry;
CREATE VIEW constant AS SELECT id FROM entry WHERE ${key};
CREATE VIEW one_group AS SELECT id, at, grp FROM entry WHERE grp = 2;
CREATE VIEW limited AS SELECT * FROM entry ORDER BY id LIMIT 10;
CREATE VIEW first_of AS SELECT DISTINCT ON (account) * FROM entry;
CREATE VIEW ranked AS SELECT *, row_number() OVER (ORDER BY id) AS n FROM entry;
CREATE VIEW ranked_in_leaf AS SELECT *, row_number() OVER (PARTITION BY grp, at ORDER BY id) AS n FROM entry;
CREATE VIEW fenced AS WITH e AS MATERIALIZED (SELECT * FROM entry) SELECT * FROM e;
CREATE VIEW day AS SELECT grp, at::date AS day FROM entry;
CREATE VIEW totals AS SELECT grp, at, count(*) FROM entry GROUP BY grp, at;
CREATE VIEW joined AS SELECT a.*, e.amount FROM account a JOIN entry e ON e.account = a.id AND e.grp = a.grp AND e.at = a.at;
CREATE VIEW plain AS SELECT * FROM account;
CREATE VIEW again AS SELECT id FROM entry;
CREATE OR REPLACE VIEW again AS SELECT id FROM entry WHERE ${key};
CREATE VIEW over_view AS SELECT grp FROM shown;
CREATE MATERIALIZED VIEW stored AS SELECT count(*) FROM entry;

CREATE RULE gone AS ON DELETE TO account WHERE EXISTS (SELECT 1 FROM entry WHERE grp = OLD.grp) DO ALSO (
  DELETE FROM entry WHERE grp = OLD.grp AND at = OLD.at;
  DELETE FROM entry WHERE account = OLD.id);
CREATE RULE instead AS ON INSERT TO plain DO INSTEAD NOTHING;
ALTER TABLE account ENABLE ROW LEVEL SECURITY;
CREATE POLICY seen ON account USING (
  EXISTS (SELECT 1 FROM entry e WHERE e.grp = account.grp AND e.at = account.at)
  OR name IN (SELECT 'x' FROM entry WHERE entry.id = account.id)) WITH CHECK (EXISTS (SELECT 2 FROM entry WHERE amount::text = name));
CREATE POLICY unseen ON account USING (id IN (SELECT 3 FROM entry));
DROP POLICY unseen ON account;

CREATE /* how */ FUNCTION commented() RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM entry $$;
CREATE OR -- how
  REPLACE VIEW with_comment AS SELECT id FROM entry;
CREATE FUNCTION first_name(a integer) RETURNS bigint LANGUAGE sql AS $$ SELECT count(*) FROM public.entry WHERE grp = a $$;
ALTER FUNCTION first_name(integer) RENAME TO second_name;
ALTER FUNCTION public.second_name SET SCHEMA other;
CREATE FUNCTION perl(a integer) RETURNS integer LANGUAGE plperl AS 'spi_exec_query("SELECT 1 FROM entry")';
CREATE FUNCTION perl(a text) RETURNS integer LANGUAGE plperl AS '1';
DROP FUNCTION perl(text);
CREATE FUNCTION script() RETURNS integer AS 'plv8.execute("SELECT 1 FROM entry")' LANGUAGE 'plv8';
CREATE FUNCTION compiled() RETURNS cstring LANGUAGE internal AS 'textin';
CREATE SCHEMA own CREATE VIEW inside AS SELECT 1 AS one FROM public.entry;
DO $$ BEGIN CREATE FUNCTION made_by_block() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM entry'; END $$;
CREATE VIEW swapped AS SELECT id FROM entry;
ALTER VIEW swapped RENAME TO swapped_old;
CREATE VIEW swapped_new AS SELECT id FROM entry WHERE ${key};
ALTER TABLE swapped_new RENAME TO swapped;
CREATE TABLE moved (id integer, grp integer);
CREATE RULE old_rule AS ON DELETE TO moved DO ALSO DELETE FROM entry WHERE account = OLD.id;
CREATE POLICY old_policy ON moved USING (EXISTS (SELECT 4 FROM entry WHERE grp = moved.grp)) WITH CHECK (true);
ALTER TABLE moved RENAME TO kept;
ALTER RULE old_rule ON kept RENAME TO new_rule;
ALTER POLICY old_policy ON kept RENAME TO new_policy;
ALTER POLICY new_policy ON kept WITH CHECK (EXISTS (SELECT 5 FROM entry WHERE id = kept.id));

UPDATE entry SET amount = 1 WHERE grp = 1;
CREATE TABLE copied AS SELECT 1 AS one FROM entry;
SELECT 2 AS two INTO TEMP TABLE selected FROM entry;
SELECT 3 AS three INTO kept_rows FROM entry;
(SELECT 4 FROM entry);
TABLE entry;
COPY (SELECT 5 FROM entry) TO '/dev/null';
EXPLAIN SELECT 6 FROM entry;
INSERT INTO entry VALUES (1, 1, '2025-03-01'), (2, 2, '2025-03-01');
INSERT INTO entry VALUES ((SELECT max(id) FROM entry), 1, '2025-03-01');
-- planlint-params: [1, "2025-03-01"]
SELECT set_config('a.b', 'c', false);
DO $$ DECLARE g integer := 1; BEGIN DELETE FROM entry WHERE grp = g AND at = '2025-03-01'; DELETE FROM entry; EXECUTE format('CREATE TABLE %I ()', 'x1'); END $$;
DO LANGUAGE plpgsql 'BEGIN PERFORM ''x'' FROM entry; END';
SET search_path = other;
SELECT count(*) FROM entry;
RESET search_path;
SELECT count(*) FROM entry;
SELECT pg_catalog.set_config('search_path', '', false);
SELECT count(*) FROM public.entry;
`;

const namedOf = (stood: readonly Stood[], name: string | null): readonly string[] =>
  stood.filter(({ statement }) => statement.name === name).map(outlineOf);

describe('--lint-functions', () => {
  let stood: readonly Stood[];
  beforeAll(async () => {
    stood = await checkBodies(schema, { functions: true, migrations: false });
  });

  const table: readonly (readonly [name: string, ...found: readonly string[]])[] = [
    [
      'function by_name',
      'SELECT id FROM entry e WHERE e.grp = g AND e.at = at: missing-key',
      'SELECT id FROM entry e WHERE e.grp = g AND e.at = by_name.at: ok',
    ],
    ['function by_number', "SELECT count(*) FROM entry WHERE grp = $1 AND at = $2 AND ''x'' <> '''': ok"],
    ['function of_row', 'SELECT count(*) FROM entry WHERE grp = a.grp AND at = a.at: ok'],
    [
      'function atomic',
      'SELECT 1 FROM entry WHERE grp = g: missing-key',
      "SELECT count(*) FROM entry WHERE grp = g AND at = CASE WHEN g = 1 THEN timestamptz '2025-03-01' END: ok",
    ],
    ['function gives', 'SELECT count(*) FROM entry WHERE grp = g: missing-key'],
    [
      'function quoted',
      "SELECT 1 FROM entry WHERE grp = $1 AND ''''x'''' <> name: inconclusive, it cannot be planned where it stands: column \"name\" does not exist",
      "PERFORM 1 FROM entry WHERE at = ''2025-03-01'' AND grp = g: ok",
    ],
    ['function nested', ' SELECT $$x$$ FROM entry : missing-key'],
    [
      'function escapes',
      "CREATE FUNCTION escapes() RETURNS bigint LANGUAGE sql AS E'SELECT count(*)\\nFROM entry': inconclusive, its body is a string with escapes, which planlint does not read",
    ],
    [
      'function changed',
      'CREATE FUNCTION changed() RETURNS bigint LANGUAGE sql AS $$ SELECT 1::bigint $$: inconclusive, the function that the schema ends up with has another body',
    ],
    ['function replaced', `SELECT count(*) FROM entry WHERE ${key}: ok`],
    ['function dropped'],
    ['function twice', 'SELECT count(*) + $1 FROM entry: missing-key', 'SELECT count(*) + $1 FROM entry: missing-key'],
    [
      'function touch',
      'UPDATE entry SET amount = 1 WHERE id = NEW.id AND grp = NEW.grp AND at = NEW.at: ok',
      'DELETE FROM entry WHERE id = OLD.id: missing-key',
      'INSERT INTO account SELECT NEW.*: not-partitioned',
    ],
    [
      'rule gone on account',
      'SELECT 1 FROM entry WHERE grp = OLD.grp: missing-key',
      'DELETE FROM entry WHERE grp = OLD.grp AND at = OLD.at: ok',
      'DELETE FROM entry WHERE account = OLD.id: missing-key',
    ],
    ['rule instead on plain'],
    [
      'policy seen on account',
      'SELECT 1 FROM entry e WHERE e.grp = account.grp AND e.at = account.at: ok',
      "SELECT 'x' FROM entry WHERE entry.id = account.id: missing-key",
      'SELECT 2 FROM entry WHERE amount::text = name: missing-key',
    ],
    ['policy unseen on account'],
    ['function commented', 'SELECT count(*) FROM entry: missing-key'],
    ['function other.second_name', 'SELECT count(*) FROM public.entry WHERE grp = a: missing-key'],
    [
      'function perl',
      `CREATE FUNCTION perl(a integer) RETURNS integer LANGUAGE plperl AS 'spi_exec_query("SELECT 1 FROM entry")': inconclusive, planlint does not read plperl`,
    ],
    [
      'function script',
      `CREATE FUNCTION script() RETURNS integer AS 'plv8.execute("SELECT 1 FROM entry")' LANGUAGE 'plv8': inconclusive, planlint does not read plv8`,
    ],
    ['function compiled', "CREATE FUNCTION compiled() RETURNS cstring LANGUAGE internal AS 'textin': skipped, CREATE FUNCTION"],
    [
      'view own.inside',
      'CREATE SCHEMA own CREATE VIEW inside AS SELECT 1 AS one FROM public.entry: inconclusive, planlint does not read what view own.inside is made of here',
    ],
    [
      'function made_by_block',
      "DO $$ BEGIN CREATE FUNCTION made_by_block() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM entry'; END $$: inconclusive, planlint does not read what function made_by_block is made of here",
    ],
    ['rule new_rule on kept', 'DELETE FROM entry WHERE account = OLD.id: missing-key'],
    ['policy new_policy on kept', 'SELECT 4 FROM entry WHERE grp = moved.grp: missing-key', 'SELECT 5 FROM entry WHERE id = kept.id: missing-key'],
  ];
  test.each(table)('%s', (name, ...found) => expect(namedOf(stood, name)).toEqual(found));

  const views: readonly (readonly [name: string, verdict: string, ...unreached: readonly string[]])[] = [
    ['shown', 'ok'],
    ['renamed', 'ok'],
    ['Hidden', 'missing-key', 'at'],
    ['constant', 'ok'],
    ['one_group', 'ok'],
    ['limited', 'missing-key', 'grp', 'at'],
    ['first_of', 'missing-key', 'grp', 'at'],
    ['ranked', 'missing-key', 'grp', 'at'],
    ['ranked_in_leaf', 'ok'],
    ['fenced', 'missing-key', 'grp', 'at'],
    ['day', 'missing-key', 'at'],
    ['totals', 'ok'],
    ['joined', 'ok'],
    ['plain', 'not-partitioned'],
    ['again', 'ok'],
    ['over_view', 'missing-key', 'at'],
    ['stored', 'missing-key', 'grp', 'at'],
    ['with_comment', 'missing-key', 'grp', 'at'],
    ['swapped', 'ok'],
    ['swapped_old', 'missing-key', 'grp', 'at'],
  ];
  test.each(views)('view %s: %s', (name, verdict, ...unreached) => {
    const [one, ...others] = stood.filter(({ statement }) => statement.name === `view ${name}`);
    expect(others).toEqual([]);
    expect({ verdict: one?.statement.verdict, keys: one?.findings.map(({ evidence }) => evidence.key) }).toEqual({ verdict, keys: unreached });
  });

  test('the finding on a view points at its name, and says that no query can do better', () => {
    const [finding] = stood.find(({ statement }) => statement.name === 'view Hidden')?.findings ?? [];
    expect(finding).toMatchObject({
      rule: 'require-partition-keys',
      line: 1 + schema.slice(0, schema.indexOf('"Hidden"')).split('\n').length - 1,
      column: 13,
    });
    expect(finding?.message).toBe('`entry` (through Hidden) reads 2 leaves in 1 group; no condition on a column of the view reaches `at`');
    expect(finding?.help).toMatch(/^Let the view show `at` as it is/);
  });

  test('every statement is where its place says, and nothing of the migrations is among them', () => {
    for (const { statement, inFile } of stood) expect(inFile).toBe(statement.sql);
    expect(stood.filter(({ statement }) => statement.name === null)).toEqual([]);
  });
});

describe('--lint-migrations', () => {
  let stood: readonly Stood[];
  beforeAll(async () => {
    stood = await checkBodies(schema, { functions: false, migrations: true });
  });

  test('queries and blocks are judged in the order of the file, each under the path that it has set', () => {
    expect(stood.map(outlineOf)).toEqual([
      "CREATE OR REPLACE FUNCTION changed() RETURNS bigint LANGUAGE sql AS ''SELECT count(*) FROM entry'': skipped, CREATE FUNCTION",
      "CREATE FUNCTION made_by_block() RETURNS bigint LANGUAGE sql AS 'SELECT count(*) FROM entry': skipped, CREATE FUNCTION",
      'UPDATE entry SET amount = 1 WHERE grp = 1: missing-key',
      'CREATE TABLE copied AS SELECT 1 AS one FROM entry: missing-key',
      'SELECT 2 AS two INTO TEMP TABLE selected FROM entry: missing-key',
      'SELECT 3 AS three INTO kept_rows FROM entry: missing-key',
      '(SELECT 4 FROM entry): missing-key',
      'TABLE entry: missing-key',
      "COPY (SELECT 5 FROM entry) TO '/dev/null': missing-key",
      'EXPLAIN SELECT 6 FROM entry: missing-key',
      "INSERT INTO entry VALUES ((SELECT max(id) FROM entry), 1, '2025-03-01'): missing-key",
      "SELECT set_config('a.b', 'c', false): not-partitioned",
      "DELETE FROM entry WHERE grp = g AND at = '2025-03-01': ok",
      'DELETE FROM entry: missing-key',
      "format('CREATE TABLE %I ()', 'x1'): skipped, CREATE TABLE",
      "PERFORM ''x'' FROM entry: missing-key",
      'SELECT count(*) FROM entry: not-partitioned',
      'SELECT count(*) FROM entry: missing-key',
      "SELECT pg_catalog.set_config('search_path', '', false): not-partitioned",
      'SELECT count(*) FROM public.entry: missing-key',
    ]);
    for (const { statement, inFile } of stood) expect(inFile).toBe(statement.sql);
  });

  test('a finding underlines the place in the file', () => {
    const [finding] = stood.find(({ statement }) => statement.sql.startsWith("PERFORM ''x''"))?.findings ?? [];
    const line = schema.split('\n')[(finding?.line ?? 0) - 1] ?? '';
    expect(line.slice((finding?.column ?? 1) - 1, (finding?.endColumn ?? 1) - 1)).toBe('entry');
    expect(line.slice(0, (finding?.column ?? 1) - 1)).toBe("DO LANGUAGE plpgsql 'BEGIN PERFORM ''x'' FROM ");
  });
});

test('on PostgreSQL 15 the same is found', async () => {
  const [old, now] = [
    await checkBodies(schema, { functions: true, migrations: true }, 15),
    await checkBodies(schema, { functions: true, migrations: true }),
  ];
  expect(old.map(outlineOf)).toEqual(now.map(outlineOf));
});
