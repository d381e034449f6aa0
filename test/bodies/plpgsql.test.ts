import { beforeAll, describe, expect, test } from 'vitest';
import { checkBodies, outlineOf, type Stood, tables } from './bodies.ts';

const keyed = (group: string, at = "'2025-03-01'"): string => `FROM entry WHERE grp = ${group} AND at = ${at}`;
const composed = 'inconclusive, it is put together while the body runs, so that the text does not say what it reads';
const both = (name: string): string => `inconclusive, \`${name}\` is both a variable and a column here, which PostgreSQL refuses when it runs`;

/** A function: its arguments and what it gives back, its body, and the statements that are found in it with what becomes of them. */
const cases: Readonly<Record<string, readonly [head: string, body: string, ...found: readonly string[]]>> = {
  'a query into variables': [
    '(g integer, OUT n bigint)',
    `BEGIN SELECT count(*) INTO STRICT n ${keyed('g')}; END`,
    `SELECT count(*) INTO STRICT n ${keyed('g')}: ok`,
  ],
  'INTO behind the list, of several variables and a field': [
    '() RETURNS void',
    `DECLARE a integer; b numeric; r entry%ROWTYPE; BEGIN SELECT id, amount FROM entry INTO a, b; SELECT INTO r * FROM entry; SELECT 1 INTO r.grp ${keyed('r.grp', 'r.at')}; END`,
    'SELECT id, amount FROM entry INTO a, b: missing-key',
    'SELECT INTO r * FROM entry: missing-key',
    `SELECT 1 INTO r.grp ${keyed('r.grp', 'r.at')}: ok`,
  ],
  'INSERT INTO keeps its INTO, RETURNING does not': [
    '(g integer) RETURNS void',
    'DECLARE x integer; BEGIN INSERT INTO account (id, grp) SELECT id, grp FROM entry WHERE grp = g RETURNING id INTO x; END',
    'INSERT INTO account (id, grp) SELECT id, grp FROM entry WHERE grp = g RETURNING id INTO x: missing-key',
  ],
  PERFORM: [
    '(g integer) RETURNS void',
    `BEGIN PERFORM 1 ${keyed('g')}; perform 1 FROM entry; END`,
    `PERFORM 1 ${keyed('g')}: ok`,
    'perform 1 FROM entry: missing-key',
  ],
  'expressions of all kinds': [
    '(g integer) RETURNS bigint',
    `DECLARE x bigint := (SELECT count(*) ${keyed('g')}); y boolean NOT NULL DEFAULT EXISTS (SELECT 2 FROM entry);
     BEGIN
       IF x > (SELECT count(*) ${keyed('2')}) OR g IN (SELECT 3 FROM entry) THEN x := 4; ELSIF EXISTS (SELECT 4 FROM entry) THEN NULL; ELSE x := (SELECT 5 FROM entry); END IF;
       CASE (SELECT 6 FROM entry) WHEN 1 THEN x = (SELECT 7 FROM entry); WHEN (SELECT 8 FROM entry) THEN NULL; ELSE NULL; END CASE;
       WHILE EXISTS (SELECT 9 FROM entry) LOOP EXIT WHEN (SELECT 10 FROM entry) = 1; CONTINUE; END LOOP;
       RAISE NOTICE 'x %', (SELECT 11 FROM entry);
       ASSERT (SELECT 12 FROM entry) = 1;
       RETURN x + (WITH w AS (SELECT 13 FROM entry) SELECT count(*) FROM w);
     END`,
    `SELECT count(*) ${keyed('g')}: ok`,
    'SELECT 2 FROM entry: missing-key',
    `SELECT count(*) ${keyed('2')}: ok`,
    ...[3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((number) => `SELECT ${number} FROM entry: missing-key`),
    'WITH w AS (SELECT 13 FROM entry) SELECT count(*) FROM w: missing-key',
  ],
  'an expression with a FROM of its own': [
    '(g integer) RETURNS bigint',
    `DECLARE n bigint; BEGIN n := count(*) ${keyed('g')}; IF count(*) > 1 FROM entry THEN NULL; END IF; n := 1 IS DISTINCT FROM 2; RETURN max(id) FROM entry; END`,
    `count(*) ${keyed('g')}: ok`,
    'count(*) > 1 FROM entry: missing-key',
    'max(id) FROM entry: missing-key',
  ],
  loops: [
    '(g integer) RETURNS void',
    `DECLARE r record; a integer; b integer; c CURSOR (x integer) FOR SELECT 1 FROM entry WHERE grp = x; d refcursor; p integer[];
     BEGIN
       FOR r IN SELECT * ${keyed('g')} LOOP PERFORM 2 ${keyed('r.grp', 'r.at')}; END LOOP;
       FOR a, b IN (SELECT 3, 3 FROM entry) LOOP NULL; END LOOP;
       FOR r IN REVERSE 10..1 BY 2 LOOP PERFORM 4 ${keyed('r')}; END LOOP;
       FOR i IN (SELECT min(id) FROM entry)..5 LOOP PERFORM 5 ${keyed('i')}; END LOOP;
       FOR q IN c (1) LOOP PERFORM 6 ${keyed('q.grp')}; END LOOP;
       FOREACH a SLICE 0 IN ARRAY (SELECT array_agg(7) FROM entry) LOOP PERFORM 8 ${keyed('a')}; END LOOP;
       OPEN d FOR SELECT 9 FROM entry; FETCH d INTO a; MOVE d; CLOSE d;
       OPEN d NO SCROLL FOR EXECUTE 'SELECT 10 FROM entry';
       FOR r IN EXECUTE 'SELECT 11 FROM entry WHERE grp = $1' USING g LOOP NULL; END LOOP;
       LOOP EXIT; END LOOP;
     END`,
    'SELECT 1 FROM entry WHERE grp = x: missing-key',
    `SELECT * ${keyed('g')}: ok`,
    `PERFORM 2 ${keyed('r.grp', 'r.at')}: ok`,
    '(SELECT 3, 3 FROM entry): missing-key',
    `PERFORM 4 ${keyed('r')}: ok`,
    'SELECT min(id) FROM entry: missing-key',
    `PERFORM 5 ${keyed('i')}: ok`,
    `PERFORM 6 ${keyed('q.grp')}: ok`,
    'SELECT array_agg(7) FROM entry: missing-key',
    `PERFORM 8 ${keyed('a')}: ok`,
    'SELECT 9 FROM entry: missing-key',
    'SELECT 10 FROM entry: missing-key',
    'SELECT 11 FROM entry WHERE grp = $1: missing-key',
  ],
  'RETURN QUERY': [
    '(g integer) RETURNS TABLE (total bigint)',
    `BEGIN RETURN QUERY SELECT count(*) ${keyed('g')}; RETURN QUERY EXECUTE 'SELECT count(*) FROM entry'; total := 1; RETURN NEXT; END`,
    `SELECT count(*) ${keyed('g')}: ok`,
    'SELECT count(*) FROM entry: missing-key',
  ],
  EXECUTE: [
    '(g integer, t text) RETURNS void',
    `DECLARE n bigint; BEGIN
       EXECUTE 'SELECT count(*) FROM entry WHERE grp = $1 AND at = $2' INTO n USING g, now();
       EXECUTE $q$SELECT ''::text FROM entry$q$;
       EXECUTE 'SELECT ''x'' FROM entry';
       EXECUTE 'SELECT 1 FROM ' || t;
       EXECUTE format('DELETE FROM %I', t) USING (SELECT 2 FROM entry);
       EXECUTE t;
       EXECUTE format('CREATE TABLE %I ()', t);
       EXECUTE 'LOCK TABLE entry';
     END`,
    'SELECT count(*) FROM entry WHERE grp = $1 AND at = $2: ok',
    "SELECT ''::text FROM entry: missing-key",
    "SELECT ''x'' FROM entry: missing-key",
    `'SELECT 1 FROM ' || t: ${composed}`,
    `format('DELETE FROM %I', t): ${composed}`,
    'SELECT 2 FROM entry: missing-key',
    `t: ${composed}`,
    "format('CREATE TABLE %I ()', t): skipped, CREATE TABLE",
    'LOCK TABLE entry: skipped, LOCK',
  ],
  'EXECUTE of what may be a query, or hold one': [
    '(q text, t text) RETURNS void',
    `BEGIN
       EXECUTE q || ' LIMIT 10';
       EXECUTE concat(q, ' order by 1');
       EXECUTE format('CREATE TABLE %I AS SELECT 1 FROM entry', t);
       EXECUTE 'CREATE UNLOGGED TABLE ' || t || ' AS ' || q;
       EXECUTE 'CREATE TABLE ' || t || ' (id integer GENERATED ALWAYS AS IDENTITY)';
       EXECUTE format('COPY (SELECT * FROM entry) TO %L', t);
       EXECUTE format('COPY %I TO %L', t, q);
       EXECUTE format('EXPLAIN ANALYZE SELECT 2 FROM %I', t);
       EXECUTE 'DECLARE c CURSOR FOR ' || q;
       EXECUTE CASE WHEN q = '' THEN 'LOCK TABLE entry' ELSE 'SELECT 3 FROM entry' END;
       EXECUTE 'DO $x$ BEGIN DELETE FROM entry; END $x$';
       EXECUTE format('LOCK TABLE %I', (SELECT 4 FROM entry));
     END`,
    `q || ' LIMIT 10': ${composed}`,
    `concat(q, ' order by 1'): ${composed}`,
    `format('CREATE TABLE %I AS SELECT 1 FROM entry', t): ${composed}`,
    `'CREATE UNLOGGED TABLE ' || t || ' AS ' || q: ${composed}`,
    "'CREATE TABLE ' || t || ' (id integer GENERATED ALWAYS AS IDENTITY)': skipped, CREATE TABLE",
    `format('COPY (SELECT * FROM entry) TO %L', t): ${composed}`,
    `format('COPY %I TO %L', t, q): ${composed}`,
    `format('EXPLAIN ANALYZE SELECT 2 FROM %I', t): ${composed}`,
    `'DECLARE c CURSOR FOR ' || q: ${composed}`,
    `CASE WHEN q = '' THEN 'LOCK TABLE entry' ELSE 'SELECT 3 FROM entry' END: ${composed}`,
    'DO $x$ BEGIN DELETE FROM entry; END $x$: inconclusive, planlint does not read a block inside a string',
    "format('LOCK TABLE %I', (SELECT 4 FROM entry)): skipped, LOCK TABLE",
    'SELECT 4 FROM entry: missing-key',
  ],
  'FETCH and MOVE, and a subscript': [
    '() RETURNS void',
    `DECLARE c refcursor; n integer; a integer[]; BEGIN
       FETCH NEXT FROM c INTO n; FETCH c INTO n; MOVE FORWARD 3 IN c; FETCH RELATIVE (SELECT 1 FROM entry) FROM c INTO n; a[(SELECT 2 FROM entry)] := 1;
     END`,
    'SELECT 1 FROM entry: missing-key',
    'SELECT 2 FROM entry: missing-key',
  ],
  'comments, and what looks like a statement': [
    '() RETURNS void',
    `-- SELECT 1 FROM entry;
     BEGIN /* BEGIN SELECT 2 FROM entry; /* END */ */ PERFORM 'SELECT 3 FROM entry;' -- ;
       FROM account; NULL; END`,
    "PERFORM 'SELECT 3 FROM entry;' -- ; FROM account: not-partitioned",
  ],
  'quoted names': [
    '("Group" integer) RETURNS void',
    `DECLARE "a ""b" timestamptz; BEGIN PERFORM 1 ${keyed('"Group"', '"a ""b"')}; END`,
    `PERFORM 1 ${keyed('"Group"', '"a ""b"')}: ok`,
  ],
  'names of one letter, close to others': [
    '(g integer, t timestamptz) RETURNS void',
    `BEGIN PERFORM 1 FROM entry WHERE grp=g AND at=t; PERFORM 2 FROM entry WHERE (g)=grp AND at IN(t); END`,
    'PERFORM 1 FROM entry WHERE grp=g AND at=t: ok',
    'PERFORM 2 FROM entry WHERE (g)=grp AND at IN(t): ok',
  ],
  'by number': [
    '(integer, timestamptz) RETURNS void',
    `DECLARE a ALIAS FOR $2; BEGIN PERFORM 1 ${keyed('$1', 'a')}; END`,
    `PERFORM 1 ${keyed('$1', 'a')}: ok`,
  ],
  'nested blocks, shadows and labels': [
    '(g numeric) RETURNS void',
    `<<first>> DECLARE g integer := 1; BEGIN
       <<second>> DECLARE g numeric; BEGIN PERFORM 1 ${keyed('g')}; PERFORM 2 ${keyed('second.g')}; END second;
       BEGIN PERFORM 3 ${keyed('g')}; PERFORM 4 ${keyed('first.g')}; EXCEPTION WHEN division_by_zero OR SQLSTATE '22000' THEN PERFORM 5 FROM entry; END;
     END first`,
    `PERFORM 1 ${keyed('g')}: missing-key`,
    `PERFORM 2 ${keyed('second.g')}: missing-key`,
    `PERFORM 3 ${keyed('g')}: ok`,
    `PERFORM 4 ${keyed('first.g')}: ok`,
    'PERFORM 5 FROM entry: missing-key',
  ],
  'types that are looked up': [
    '(a account, k account.grp%TYPE) RETURNS void',
    `DECLARE b other.entry.grp%TYPE; c b%TYPE; d CONSTANT account.at%TYPE := now(); BEGIN
       PERFORM 1 ${keyed('k', 'd')}; PERFORM 2 ${keyed('b', 'a.at')}; PERFORM 3 ${keyed('c + 0', "d - interval '1 day'")}; PERFORM row_to_json(a) ${keyed('k')};
     END`,
    `PERFORM 1 ${keyed('k', 'd')}: ok`,
    `PERFORM 2 ${keyed('b', 'a.at')}: ok`,
    `PERFORM 3 ${keyed('c + 0', "d - interval '1 day'")}: start-only`,
    `PERFORM row_to_json(a) ${keyed('k')}: ok`,
  ],
  'a variable of the wrong type': ['(g numeric) RETURNS void', `BEGIN PERFORM 1 ${keyed('g')}; END`, `PERFORM 1 ${keyed('g')}: missing-key`],
  'a variable and a column of one name': [
    '(grp integer, id integer) RETURNS void',
    `BEGIN PERFORM 1 ${keyed('grp')}; INSERT INTO account (id) VALUES (id); PERFORM 2 FROM entry e WHERE e.grp = the_conflict.grp AND e.at = '2025-03-01'; END`,
    `PERFORM 1 ${keyed('grp')}: ${both('grp')}`,
    'INSERT INTO account (id) VALUES (id): not-partitioned',
    `PERFORM 2 FROM entry e WHERE e.grp = the_conflict.grp AND e.at = '2025-03-01': ok`,
  ],
  use_column: [
    '(grp integer) RETURNS void',
    `#variable_conflict use_column
     BEGIN PERFORM 1 ${keyed('grp')}; END`,
    `PERFORM 1 ${keyed('grp')}: missing-key`,
  ],
  use_variable: [
    '(g integer, at timestamptz) RETURNS void',
    `#variable_conflict use_variable
     BEGIN PERFORM 1 FROM entry e WHERE e.grp = g AND e.at = at; END`,
    'PERFORM 1 FROM entry e WHERE e.grp = g AND e.at = at: ok',
  ],
  'arguments of any type, and with defaults': [
    `(x anyelement, g integer DEFAULT 1, VARIADIC more integer[] DEFAULT '{}') RETURNS anyelement`,
    `BEGIN PERFORM 1 ${keyed('g')} AND id = ANY (more); PERFORM 2 FROM entry WHERE id = x; RETURN x; END`,
    `PERFORM 1 ${keyed('g')} AND id = ANY (more): ok`,
    'PERFORM 2 FROM entry WHERE id = x: missing-key',
  ],
  'a table of the body': [
    '() RETURNS void',
    'BEGIN CREATE TEMP TABLE mine AS SELECT 1 FROM entry; PERFORM 2 FROM mine; END',
    'CREATE TEMP TABLE mine AS SELECT 1 FROM entry: missing-key',
    'PERFORM 2 FROM mine: inconclusive, mine is a temporary table, which the schema does not make',
  ],
  'a record of no known shape': [
    '() RETURNS void',
    `DECLARE r record; BEGIN INSERT INTO account SELECT r.*; PERFORM to_json(r) FROM entry; END`,
    'INSERT INTO account SELECT r.*: inconclusive, the columns of `r` are not known',
    'PERFORM to_json(r) FROM entry: missing-key',
  ],
  'another path': [
    `(g integer) RETURNS void SECURITY DEFINER SET search_path = other, pg_temp`,
    'BEGIN PERFORM 1 FROM entry; UPDATE entry SET grp = 3; PERFORM 2 FROM public.entry; END',
    'PERFORM 1 FROM entry: not-partitioned',
    'UPDATE entry SET grp = 3: not-partitioned',
    'PERFORM 2 FROM public.entry: missing-key',
  ],
};

const nameOf = (title: string): string =>
  title === 'a variable and a column of one name' ? 'the_conflict' : title.toLowerCase().replace(/\W+/g, '_');
const functions = Object.entries(cases).map(
  ([title, [head, body]]) => `CREATE FUNCTION ${nameOf(title)}_${head} LANGUAGE plpgsql AS $body$ ${body} $body$;`,
);
const schema = `-- ünï 😀\n${tables}\n${functions.join('\n').replaceAll('the_conflict_(', 'the_conflict(')}\n`;

describe.each([
  ['as it is', schema],
  ['with lines of Windows', schema.replaceAll('\n', '\r\n')],
])('%s', (_, text) => {
  let stood: readonly Stood[];
  beforeAll(async () => {
    stood = await checkBodies(text, { functions: true, migrations: false });
  });

  test.each(Object.entries(cases).map(([title, [, , ...found]]) => ({ title, found })))('$title', ({ title, found }) => {
    const own = stood.filter(({ statement }) => statement.name === `function ${nameOf(title)}${nameOf(title) === 'the_conflict' ? '' : '_'}`);
    expect(own.map(outlineOf)).toEqual(found);
  });

  test('rules look names up in the path of the function', () => {
    const own = stood.filter(({ statement }) => statement.name === 'function another_path_');
    expect(own.map(({ findings }) => findings.map(({ rule }) => rule))).toEqual([[], [], ['require-partition-keys', 'require-partition-keys']]);
  });

  test('every statement is where its place says', () => {
    expect(stood.length).toBeGreaterThan(60);
    for (const { statement, inFile } of stood) expect(inFile).toBe(statement.sql);
  });
});
