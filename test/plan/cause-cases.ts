import type { CauseId, Verdict } from '../../src/verdict.ts';

/** A statement of which one key is at fault, and what is told of it. */
export interface CauseCase {
  readonly id: CauseId;
  readonly sql: string;
  /** The reference's alias, and its key. */
  readonly alias: string;
  readonly key: string;
  /** What is underlined: a piece of `sql`, the first of its kind unless told otherwise. */
  readonly piece: string;
  /** Counts from 1. */
  readonly occurrence?: number;
  /** What the parameters are given; values are sampled where there is none. */
  readonly values?: readonly string[];
  readonly verdict: Verdict;
  /** The sentence. */
  readonly why: string;
  readonly advice: string;
  /** Session settings that it needs. */
  readonly settings?: Readonly<Record<string, string>>;
  /** The last major version of PostgreSQL on which it is a fault; all where there is none. */
  readonly until?: number;
}

/** What the cases need beside the ledger. */
export const causeDdl = `
  CREATE VIEW entry AS SELECT * FROM ledger_entry;
  CREATE VIEW newest AS SELECT * FROM ledger_entry ORDER BY created_at DESC LIMIT 100;
  CREATE VIEW entry_of_day AS SELECT * FROM ledger_entry WHERE created_at::date = '2025-06-11';
  CREATE FUNCTION entries_of(g integer) RETURNS SETOF ledger_entry LANGUAGE sql STABLE AS 'SELECT * FROM ledger_entry e WHERE e.account_group = g';
  CREATE FUNCTION entries_on(d date) RETURNS SETOF ledger_entry LANGUAGE sql STABLE AS 'SELECT * FROM ledger_entry e WHERE e.created_at::date = d';
  CREATE TABLE tenant (name text COLLATE "C", day date, v integer) PARTITION BY LIST (name);
  CREATE TABLE tenant_a PARTITION OF tenant FOR VALUES IN ('a');
  CREATE TABLE tenant_b PARTITION OF tenant FOR VALUES IN ('b');
  CREATE TABLE member (name text) PARTITION BY LIST (name);
  CREATE TABLE member_a PARTITION OF member FOR VALUES IN ('a');
  CREATE TABLE member_b PARTITION OF member FOR VALUES IN ('b');
  CREATE TABLE hashed (k integer) PARTITION BY HASH (k);
  CREATE TABLE hashed_0 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 0);
  CREATE TABLE hashed_1 PARTITION OF hashed FOR VALUES WITH (MODULUS 2, REMAINDER 1);
  CREATE TABLE folded (name text) PARTITION BY LIST (lower(name));
  CREATE TABLE folded_a PARTITION OF folded FOR VALUES IN ('a');
  CREATE TABLE folded_b PARTITION OF folded FOR VALUES IN ('b');
  CREATE TABLE visit (id integer, day date, seen date) PARTITION BY RANGE (day);
  CREATE TABLE visit_2025 PARTITION OF visit FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE visit_2026 PARTITION OF visit FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  CREATE TABLE own (id integer, day date) PARTITION BY RANGE (day);
  CREATE TABLE own_2025 PARTITION OF own FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE own_2026 PARTITION OF own FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');
  ALTER TABLE own ENABLE ROW LEVEL SECURITY;
  ALTER TABLE own FORCE ROW LEVEL SECURITY;
  CREATE POLICY recent ON own USING (day > '2025-06-01');
  CREATE ROLE reader;
  GRANT SELECT ON own TO reader;
`;

const year = "created_at >= '2025-01-01' AND created_at < '2026-01-01'";
const debits = (where: string): string => `SELECT 1 FROM debit d WHERE ${where}`;
const onTime = (condition: string) =>
  ({ sql: debits(`account_group = 3 AND ${condition}`), alias: 'd', key: 'created_at', piece: condition, verdict: 'missing-key' }) as const;
const onGroup = (condition: string) =>
  ({ sql: debits(`${condition} AND ${year}`), alias: 'd', key: 'account_group', piece: condition, verdict: 'missing-key' }) as const;
const fenced = (sub: string, piece: string) =>
  ({ sql: `SELECT 1 FROM (${sub}) s WHERE account_group = 3 AND ${year}`, alias: 'd', key: 'created_at', piece, verdict: 'missing-key' }) as const;
const joined = (sql: string, piece: string, verdict: Verdict = 'missing-key') => ({ sql, alias: 'c', key: 'created_at', piece, verdict }) as const;
const within = `e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01'`;
const both = 'c.entry_id = e.id AND c.account_group = e.account_group';

export const causeCases: readonly CauseCase[] = [
  // absent
  {
    id: 'not-written',
    sql: debits('account_group = 3'),
    alias: 'd',
    key: 'created_at',
    piece: 'debit d',
    verdict: 'missing-key',
    why: '`created_at` is not constrained.',
    advice: 'Add `d.created_at >= … AND d.created_at < …` to the WHERE.',
  },
  {
    id: 'change-without-key',
    sql: 'DELETE FROM debit d WHERE id = $1 AND account_group = 3',
    alias: 'd',
    key: 'created_at',
    piece: 'debit d',
    verdict: 'missing-key',
    why: '`created_at` is not constrained.',
    advice: "Add `d.created_at = …` to the WHERE (with an ORM, to its criteria): the row's own value.",
  },
  {
    id: 'only-not-null',
    ...onTime('created_at IS NOT NULL'),
    why: '`created_at` is only said to be not null, which leaves no leaf out.',
    advice: 'Add `d.created_at >= … AND d.created_at < …` to the WHERE.',
  },
  {
    id: 'in-subselect',
    ...onGroup('account_group IN (SELECT account_group FROM ledger_lookup)'),
    why: '`account_group` is compared with the rows of a sub-select, which are known only while the query runs.',
    advice: 'Read the values first and pass them for `account_group`: `d.account_group = …`.',
  },
  {
    id: 'having',
    sql: "SELECT max(created_at) FROM debit d WHERE account_group = 3 HAVING max(created_at) > '2025-01-01'",
    alias: 'd',
    key: 'created_at',
    piece: "max(created_at) > '2025-01-01'",
    verdict: 'missing-key',
    why: "`created_at` is only compared in HAVING: `max(created_at) > '2025-01-01'` is asked of groups after all their rows were read.",
    advice: 'Add `d.created_at >= … AND d.created_at < …` to the WHERE.',
  },
  {
    id: 'aggregate-filter',
    sql: "SELECT sum(amount) FILTER (WHERE created_at > '2025-01-01') FROM debit d WHERE account_group = 3",
    alias: 'd',
    key: 'created_at',
    piece: "created_at > '2025-01-01'",
    verdict: 'missing-key',
    why: "`created_at` is only compared in the FILTER of an aggregate: `created_at > '2025-01-01'` leaves no row of the table out.",
    advice: 'Add `d.created_at >= … AND d.created_at < …` to the WHERE.',
  },
  {
    id: 'view-without-key',
    sql: 'SELECT 1 FROM entry v WHERE account_group = 3',
    alias: 'ledger_entry',
    key: 'created_at',
    piece: 'entry v',
    verdict: 'missing-key',
    why: '`created_at` is not constrained, neither inside the view `entry` nor where it is queried.',
    advice: 'Constrain `created_at` where the view is queried, or inside the view.',
  },
  {
    id: 'function-without-key',
    sql: 'SELECT 1 FROM entries_of(3) f',
    alias: 'e',
    key: 'created_at',
    piece: 'entries_of(3) f',
    verdict: 'missing-key',
    why: '`created_at` is not constrained, neither inside the function `entries_of` nor where it is called.',
    advice: 'Constrain `created_at` where the function is called, or hand it in as an argument.',
  },
  {
    id: 'join-lacks-key',
    ...joined(`SELECT 1 FROM ledger_entry e JOIN credit c ON ${both} WHERE e.account_group = 3 AND e.created_at = $1`, 'credit c'),
    why: '`created_at` is not constrained: the join with `e` passes only `entry_id` and `account_group`.',
    advice: 'Add `c.created_at = e.created_at`: the join hands the equality on.',
  },
  {
    id: 'join-lacks-period',
    ...joined(`SELECT 1 FROM ledger_entry e JOIN credit c ON ${both} WHERE ${within}`, 'credit c'),
    why: '`created_at` is not constrained: the join with `e` passes only `entry_id` and `account_group`.',
    advice:
      'Repeat the condition for this table too: `c.created_at >= … AND c.created_at < …`. What constrains `e.created_at` does not reach it through a join.',
  },
  {
    id: 'key-expression',
    sql: 'SELECT 1 FROM folded d WHERE name = $1',
    alias: 'd',
    key: 'lower(name)',
    piece: 'folded d',
    verdict: 'missing-key',
    why: '`lower(name)` is the key, an expression: only a comparison of that very expression leaves anything out.',
    advice: 'Compare the expression as the partitioning has it: `lower(name) = …`.',
  },
  {
    id: 'not-written',
    sql: 'SELECT 1 FROM visit d WHERE day = (SELECT max(day) FROM visit LIMIT 1)',
    alias: 'visit',
    key: 'day',
    piece: 'visit',
    occurrence: 2,
    verdict: 'missing-key',
    why: '`day` is not constrained.',
    advice: 'Add `visit.day >= … AND visit.day < …` to the WHERE.',
  },
  // joins
  {
    id: 'joined-by-name',
    ...joined(`SELECT 1 FROM ledger_entry e JOIN credit c USING (account_group, created_at) WHERE ${within}`, 'credit c'),
    why: '`created_at` is joined by name, which hands on no more than an equality; the period on `e` does not reach `c`.',
    advice: 'Write it for this table too: `c.created_at >= … AND c.created_at < …`; only an equality travels through a join.',
  },
  {
    id: 'period-stays',
    ...joined(`SELECT 1 FROM ledger_entry e JOIN credit c ON ${both} AND c.created_at = e.created_at WHERE ${within}`, 'c.created_at = e.created_at'),
    why: '`created_at` is compared through `c.created_at = e.created_at`; the period on `e` does not reach `c`.',
    advice: 'Write it for this table too: `c.created_at >= … AND c.created_at < …`; only an equality travels through a join.',
  },
  {
    id: 'list-stays',
    ...joined(
      `SELECT 1 FROM ledger_entry e JOIN credit c ON ${both} AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at IN ($1, $2)`,
      'c.created_at = e.created_at',
    ),
    why: '`created_at` is compared through `c.created_at = e.created_at`; the list of values on `e` does not reach `c`.',
    advice: 'Repeat the list for this table too: `c.created_at IN (…)`; only an equality travels through a join.',
  },
  {
    id: 'unbound-neighbour',
    ...joined(
      `SELECT 1 FROM ledger_entry e JOIN credit c ON ${both} AND c.created_at = e.created_at WHERE e.account_group = 3`,
      'c.created_at = e.created_at',
    ),
    why: '`created_at` is compared through `c.created_at = e.created_at` only, and `e.created_at` is not constrained either.',
    advice: 'Constrain both sides: an equality on `e.created_at` travels, a period is written twice: `c.created_at >= … AND c.created_at < …`.',
  },
  {
    id: 'outer-join',
    sql: `SELECT 1 FROM ledger_entry e LEFT JOIN credit c ON c.entry_id = e.id AND e.account_group = 3 AND c.account_group = 3 AND c.created_at = $1 WHERE e.created_at = $1`,
    alias: 'e',
    key: 'account_group',
    piece: 'e.account_group = 3',
    verdict: 'missing-key',
    why: '`account_group` stands in the ON of an outer join that keeps every row of this table, so that `e.account_group = 3` leaves none out.',
    advice: 'Add `e.account_group = …` to the WHERE, which is asked of every row.',
  },
  {
    id: 'outer-row',
    ...joined(
      'SELECT 1 FROM ledger_lookup l JOIN credit c ON c.account_group = l.account_group AND c.created_at = l.created_at WHERE l.entry_number = 7',
      'c.created_at = l.created_at',
      'run-only',
    ),
    why: '`created_at` is compared with `l.created_at`, which is known only row by row, while the join runs.',
    advice: 'Read `l.created_at` first and write it for this table too, as a parameter or a constant: `c.created_at >= … AND c.created_at < …`.',
  },
  {
    id: 'lateral-row',
    ...joined(
      'SELECT 1 FROM ledger_lookup l, LATERAL (SELECT amount FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at LIMIT 1) s WHERE l.entry_number = 7',
      'c.created_at = l.created_at',
      'run-only',
    ),
    why: "`created_at` is compared with `l.created_at`, a row of the LATERAL's left side that is known only while the query runs.",
    advice: 'Write the condition inside the LATERAL as a parameter or a constant: `c.created_at >= … AND c.created_at < …`.',
  },
  {
    id: 'correlated',
    ...joined(
      'SELECT (SELECT max(amount) FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at) FROM ledger_lookup l WHERE l.entry_number = 7',
      'c.created_at = l.created_at',
      'run-only',
    ),
    why: '`created_at` is compared with `l.created_at` of the query around it, which is known only row by row, while that runs.',
    advice: 'Write the condition inside the sub-select too: `c.created_at >= … AND c.created_at < …`.',
  },
  // fences
  {
    id: 'materialized-cte',
    sql: `WITH w AS MATERIALIZED (SELECT * FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND ${year}`,
    alias: 'd',
    key: 'created_at',
    piece: 'w AS MATERIALIZED',
    verdict: 'missing-key',
    why: '`w` is MATERIALIZED, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside the CTE: `d.created_at >= … AND d.created_at < …`; or leave MATERIALIZED out.',
  },
  {
    id: 'cte-used-twice',
    sql: `WITH w AS (SELECT * FROM debit d) SELECT 1 FROM w JOIN w v USING (id) WHERE w.account_group = 3 AND w.created_at = $1`,
    alias: 'd',
    key: 'account_group',
    piece: 'w',
    verdict: 'missing-key',
    why: '`w` is used more than once and so computed once as a whole: the filter on `account_group` outside does not enter it.',
    advice: 'Write the condition on `account_group` inside the CTE: `d.account_group = …`; or declare it NOT MATERIALIZED.',
  },
  {
    id: 'recursive-cte',
    sql: `WITH RECURSIVE w AS (SELECT id, account_group, created_at FROM debit d UNION SELECT * FROM w) SELECT 1 FROM w WHERE account_group = 3 AND ${year}`,
    alias: 'd',
    key: 'created_at',
    piece: 'w',
    verdict: 'missing-key',
    why: '`w` is recursive, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'limit-inside',
    ...fenced('SELECT * FROM debit d LIMIT 9', 'LIMIT 9'),
    why: '`LIMIT 9` is inside the sub-select, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'offset-inside',
    ...fenced('SELECT * FROM debit d OFFSET 0', 'OFFSET 0'),
    why: '`OFFSET 0` is inside the sub-select, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'distinct-on-inside',
    ...fenced('SELECT DISTINCT ON (entry_id) * FROM debit d', 'DISTINCT ON (entry_id)'),
    why: '`DISTINCT ON (entry_id)` is inside the sub-select, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'window-inside',
    ...fenced('SELECT *, row_number() OVER (ORDER BY id) FROM debit d', 'row_number() OVER (ORDER BY id)'),
    why: '`row_number() OVER (ORDER BY id)` is computed over all rows first, so that the filter on `created_at` outside does not enter.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'aggregate-inside',
    ...fenced('SELECT account_group, max(created_at) AS created_at FROM debit d GROUP BY account_group', 'max(created_at)'),
    why: '`max(created_at)` is computed from all rows first, so that the filter on `created_at` outside leaves none out.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'aggregate-inside',
    ...fenced(
      'SELECT account_group, date_trunc($$day$$, max(created_at)) AS created_at FROM debit d GROUP BY 1',
      'date_trunc($$day$$, max(created_at))',
    ),
    why: '`date_trunc($$day$$, max(created_at))` is computed from all rows first, so that the filter on `created_at` outside leaves none out.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'computed-inside',
    ...fenced('SELECT account_group, created_at + $$1 day$$::interval AS created_at FROM debit d', 'created_at + $$1 day$$::interval'),
    why: '`created_at` is `created_at + $$1 day$$::interval` where it is compared, which hides the key from partition pruning.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'except-inside',
    ...fenced('SELECT account_group, created_at FROM debit d EXCEPT SELECT account_group, created_at FROM ledger_lookup', 'EXCEPT'),
    why: '`EXCEPT` is inside the sub-select, so that the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'volatile-inside',
    sql: `WITH w AS (SELECT *, random() FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND ${year}`,
    alias: 'd',
    key: 'created_at',
    piece: 'random()',
    verdict: 'missing-key',
    why: '`random()` is volatile, so that its CTE is computed as a whole and the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'locking-cte',
    sql: `WITH w AS (SELECT * FROM debit d FOR UPDATE) SELECT 1 FROM w WHERE account_group = 3 AND ${year}`,
    alias: 'd',
    key: 'created_at',
    piece: 'w',
    verdict: 'missing-key',
    why: '`w` locks the rows it reads and so is computed as a whole: the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside, where the table is read: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'cte-used-twice',
    sql: 'WITH w AS (SELECT * FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND created_at = $1 UNION ALL SELECT 1 FROM w WHERE account_group = 4 AND created_at = $1',
    alias: 'd',
    key: 'created_at',
    piece: 'w',
    verdict: 'missing-key',
    why: '`w` is used more than once and so computed once as a whole: the filter on `created_at` outside does not enter it.',
    advice: 'Write the condition on `created_at` inside the CTE: `d.created_at >= … AND d.created_at < …`; or declare it NOT MATERIALIZED.',
  },
  // wraps
  {
    id: 'cast',
    ...onTime("created_at::date = '2025-06-11'"),
    why: '`created_at` is cast to `date` before it is compared, which hides it from partition pruning.',
    advice: 'Compare the bare key with values of its own type: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'date-trunc',
    ...onTime("date_trunc('day', created_at) = $1"),
    why: '`created_at` is truncated before it is compared, which hides it from partition pruning.',
    advice: 'Compare the bare key with the two ends of what it is truncated to: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'extract',
    ...onTime('extract(year FROM created_at) = 2025'),
    why: '`created_at` is taken apart before it is compared, which hides it from partition pruning.',
    advice: 'Compare the bare key with the two ends of the period: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'to-char',
    ...onTime("to_char(created_at, 'YYYY') = '2025'"),
    why: '`created_at` is turned into text before it is compared, which hides it from partition pruning.',
    advice: 'Compare the bare key with the two ends of the period: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'at-time-zone',
    ...onTime("created_at AT TIME ZONE 'Asia/Tokyo' > $1"),
    why: '`created_at` is moved to a time zone before it is compared, which hides it from partition pruning.',
    advice: 'Move the zone to the values and compare the bare key: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'coalesced-key',
    ...onTime("coalesce(created_at, '2025-01-01') = '2025-06-11'"),
    why: '`created_at` stands inside a COALESCE, which hides it from partition pruning.',
    advice: 'Compare the bare key with values of its own type: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'coalesced-value',
    ...onGroup('account_group = coalesce($1, account_group)'),
    why: "`account_group` is compared with a COALESCE that can yield the row's own value, so that no value is known before the row is read.",
    advice: 'Write one statement with the filter and one without, or always give the value: `d.account_group = …`.',
  },
  {
    id: 'arithmetic',
    ...onGroup('account_group + 0 = 3'),
    why: '`account_group` is calculated with before it is compared, which hides it from partition pruning.',
    advice: 'Calculate on the other side and compare the bare key: `d.account_group = …`.',
  },
  {
    id: 'function',
    ...onGroup('abs(account_group) = 3'),
    why: '`account_group` stands inside `abs()`, which hides it from partition pruning.',
    advice: 'Compare the bare key with values of its own type: `d.account_group = …`.',
  },
  {
    id: 'concatenation',
    ...onGroup("'group ' || account_group = 'group 3'"),
    why: '`account_group` is joined to other text before it is compared, which hides it from partition pruning.',
    advice: 'Compare the bare key with values of its own type: `d.account_group = …`.',
  },
  {
    id: 'case',
    ...onGroup("(CASE WHEN account_group > 5 THEN 'high' ELSE 'low' END) = 'low'"),
    why: '`account_group` stands inside a CASE, which hides it from partition pruning.',
    advice: 'Compare the bare key with values of its own type: `d.account_group = …`.',
  },
  {
    id: 'row-comparison',
    ...onTime('(created_at, id) < ($1, $2)'),
    why: '`created_at` stands in a row comparison, which prunes nothing.',
    advice: 'Add a plain condition beside the row comparison: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'boolean-test',
    ...onGroup('(account_group = 3) IS TRUE'),
    why: '`account_group` stands in a comparison that IS TRUE or IS FALSE tests, which hides it from partition pruning.',
    advice: 'Write the comparison alone: `d.account_group = …`.',
  },
  {
    id: 'negation',
    ...onTime("NOT (created_at < '2025-01-01' AND amount > 0)"),
    why: '`created_at` stands in a NOT, which prunes nothing.',
    advice: 'Say what `created_at` is, not what it is not: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'distinct-from',
    ...onGroup('account_group IS NOT DISTINCT FROM 3'),
    why: '`account_group` stands in an IS [NOT] DISTINCT FROM, which prunes nothing.',
    advice: 'Write `=`, and `IS NULL` in a statement of its own where nulls are meant: `d.account_group = …`.',
  },
  {
    id: 'pattern',
    sql: "SELECT 1 FROM tenant d WHERE name LIKE '%a'",
    alias: 'd',
    key: 'name',
    piece: "name LIKE '%a'",
    verdict: 'missing-key',
    why: '`name` is compared with a pattern, which prunes nothing.',
    advice: 'Compare the bare key with values of its own type: `d.name = …`.',
  },
  {
    id: 'range-operator',
    ...onTime("created_at <@ tstzrange('2025-01-01', '2026-01-01')"),
    until: 16,
    why: '`created_at` is compared with a range by an operator that prunes nothing in this version of PostgreSQL.',
    advice: 'Write the two ends of the range: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'or-arm',
    ...onGroup('(account_group = 3 OR amount > 9)'),
    piece: 'account_group = 3 OR amount > 9',
    why: '`account_group` stands in an OR whose arms do not all constrain it.',
    advice: 'Constrain `account_group` in every arm of the OR, or beside it: `d.account_group = …`; or write one statement for each arm.',
  },
  {
    id: 'optional-filter',
    ...onGroup('($1::integer IS NULL OR account_group = $1)'),
    piece: '$1::integer IS NULL OR account_group = $1',
    why: '`account_group` stands in an optional filter, `$n IS NULL OR …`, whose other arm does not constrain it.',
    advice: 'Write one statement with the filter and one without, or always give the value: `d.account_group = …`.',
  },
  // values
  {
    id: 'hash-range',
    sql: 'SELECT 1 FROM hashed d WHERE k BETWEEN 7 AND 8',
    alias: 'd',
    key: 'k',
    piece: 'k BETWEEN 7 AND 8',
    verdict: 'missing-key',
    why: '`k` is hashed, so that nothing but an equality or a list of values leaves anything out.',
    advice: 'Compare `d.k = …`, with each value in a statement of its own.',
  },
  {
    id: 'numeric-value',
    ...onGroup('account_group = 3.0'),
    why: '`account_group` is an integer and is compared with a `numeric`, for which it is converted in every row.',
    advice: 'Give an integer, or cast the value to one: `d.account_group = …`.',
  },
  {
    id: 'numeric-value',
    ...onGroup('account_group = $1::double precision'),
    why: '`account_group` is an integer and is compared with a `double precision`, for which it is converted in every row.',
    advice: 'Give an integer, or cast the value to one: `d.account_group = …`.',
  },
  {
    id: 'other-type',
    ...onGroup('account_group = 3::oid'),
    why: '`account_group` is converted to `oid` in every row, since the value is of that type.',
    advice: "Give a value of `account_group`'s own type, or cast the value to it: `d.account_group = …`.",
  },
  {
    id: 'name-value',
    sql: 'SELECT 1 FROM member d WHERE name = current_user',
    alias: 'd',
    key: 'name',
    piece: 'name = current_user',
    verdict: 'missing-key',
    why: '`name` is compared with a `name`, whose operators prune no key of another type.',
    advice: "Cast the value to the key's type, and its collation with it, or pass it as a parameter: `d.name = …`.",
  },
  {
    id: 'collation',
    sql: 'SELECT 1 FROM tenant d WHERE name = \'a\' COLLATE "POSIX"',
    alias: 'd',
    key: 'name',
    piece: 'name = \'a\' COLLATE "POSIX"',
    verdict: 'missing-key',
    why: "`name` is compared under a collation that is not the key's, which prunes nothing.",
    advice: "Leave the COLLATE out, or name the key's own: `d.name = …`.",
  },
  {
    id: 'volatile-value',
    ...onTime('created_at > clock_timestamp()'),
    why: '`created_at` is compared with `clock_timestamp()`, which is volatile and computed anew for each row.',
    advice: 'Pass the value as a parameter: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'own-column',
    sql: 'SELECT 1 FROM visit d WHERE d.day > d.seen',
    alias: 'd',
    key: 'day',
    piece: 'd.day > d.seen',
    verdict: 'missing-key',
    why: '`day` is compared with another column of the same row, so that no value is known before the row is read.',
    advice: 'Add a condition with a known value: `d.day >= … AND d.day < …`.',
  },
  {
    id: 'any-of-subselect',
    ...onGroup('account_group = ANY (ARRAY(SELECT 3))'),
    why: '`account_group` is compared with an array that a sub-select makes, which prunes nothing.',
    advice: 'Read the values first and pass them for `account_group`, one statement for each partition or as `IN ($1, $2)`.',
  },
  {
    id: 'any-of-function',
    ...onGroup("account_group = ANY (string_to_array(current_setting('app.groups', true), ',')::integer[])"),
    why: '`account_group` is compared with an array that is made while the query runs or of another type, which prunes nothing.',
    advice: 'Pass the values of `account_group` one by one, as `IN ($1, $2)`.',
  },
  {
    id: 'value-of-each-row',
    ...onTime('created_at = (SELECT max(l.created_at) FROM ledger_lookup l WHERE l.account_id = d.account_group)'),
    why: '`created_at` is compared with a sub-select that is run for each row, so that no value is known before the row is read.',
    advice: 'Read the value first and pass it as a parameter: `d.created_at >= … AND d.created_at < …`.',
  },
  // known only while it runs
  {
    id: 'sub-select',
    ...onGroup('account_group = (SELECT 3)'),
    verdict: 'run-only',
    why: '`account_group` is compared with what a sub-select finds, which is known only once that has run.',
    advice: 'Read the value first and pass it as a parameter, so that `account_group` is known when the query is planned.',
  },
  {
    id: 'start-function',
    ...onTime("created_at = to_timestamp('2025-06-11', 'YYYY-MM-DD')"),
    verdict: 'start-only',
    why: '`created_at` is compared with `to_timestamp()`, whose value is known only when the query starts.',
    advice: 'Compute the value in the application, as the type of `created_at`, and pass it as a parameter; or write it as a constant.',
  },
  {
    id: 'start-conversion',
    ...onTime("created_at = '2025-06-11'::date"),
    verdict: 'start-only',
    why: "`created_at` is compared with a value that depends on the session's settings and is known only when the query starts.",
    advice: 'Compute the value in the application, as the type of `created_at`, and pass it as a parameter; or write it as a constant.',
  },
  // known, but not to a generic plan
  {
    id: 'generic-array',
    ...onGroup('account_group = ANY ($1::integer[])'),
    values: ['{3}'],
    verdict: 'ok',
    why: '`account_group` is compared with an array parameter, of whose values a generic plan knows nothing, not even when it starts.',
    advice:
      'Write the values one by one, `account_group IN ($1, $2)`, in place of an array; or set `plan_cache_mode = force_custom_plan` where their number varies.',
  },
  {
    id: 'generic-optional',
    ...onGroup('($1::integer IS NULL OR account_group = $1)'),
    piece: '$1::integer IS NULL OR account_group = $1',
    values: ['3'],
    verdict: 'ok',
    why: '`account_group` stands in an optional filter, `$n IS NULL OR …`, of which a generic plan has to expect both arms.',
    advice:
      'Write one statement with a plain condition on `account_group` and another one for when there is none; or set `plan_cache_mode = force_custom_plan`.',
  },
  {
    id: 'generic-coalesce',
    ...onGroup('account_group = coalesce($1::integer, account_group)'),
    values: ['3'],
    verdict: 'ok',
    why: "`account_group` is compared with a COALESCE that can yield the row's own value, which a generic plan has to expect.",
    advice:
      'Write one statement with a plain condition on `account_group` and another one for when there is none; or set `plan_cache_mode = force_custom_plan`.',
  },
  // borders
  {
    id: 'border-included',
    ...onTime("created_at >= '2025-01-01' AND created_at <= '2026-01-01'"),
    piece: "created_at <= '2026-01-01'",
    verdict: 'multi-leaf',
    why: "`created_at` reaches a border between leaves: `created_at <= '2026-01-01'` takes the border in and so reads the leaf behind it too.",
    advice: 'Write `<` instead of `<=` for the upper end of `created_at`; BETWEEN takes its upper end in, too.',
  },
  {
    id: 'border-included',
    ...onTime("created_at BETWEEN '2025-01-01' AND '2026-01-01'"),
    verdict: 'multi-leaf',
    why: "`created_at` reaches a border between leaves: `created_at BETWEEN '2025-01-01' AND '2026-01-01'` takes the border in and so reads the leaf behind it too.",
    advice: 'Write `<` instead of `<=` for the upper end of `created_at`; BETWEEN takes its upper end in, too.',
  },
  {
    id: 'below-border',
    ...onTime("created_at > '2024-12-31 23:59:59.999999' AND created_at < '2026-01-01'"),
    piece: "created_at > '2024-12-31 23:59:59.999999'",
    verdict: 'multi-leaf',
    why: "`created_at` begins just before a border between leaves: PostgreSQL does not know that no value lies between, and `created_at > '2024-12-31 23:59:59.999999'` keeps the earlier leaf.",
    advice: 'Write `>=` and the border itself for the lower end of `created_at`.',
  },
  {
    id: 'zone-moves-border',
    ...onTime(year),
    piece: "created_at >= '2025-01-01'",
    verdict: 'multi-leaf',
    settings: { timezone: 'Europe/Berlin' },
    why: "`created_at` is compared with a time without a zone: in the session's time zone `created_at >= '2025-01-01'` does not begin or end where the leaves do.",
    advice: "Give the zone that the partitions of `created_at` are cut in, such as `+00`, or set the session's timezone to it.",
  },
  {
    id: 'or-of-pairs',
    ...onTime("created_at = '2025-06-11'"),
    sql: debits("(account_group = 3 AND created_at = '2025-06-11') OR (account_group = 4 AND created_at = '2026-06-11')"),
    piece: "(account_group = 3 AND created_at = '2025-06-11') OR (account_group = 4 AND created_at = '2026-06-11')",
    verdict: 'multi-leaf',
    why: '`created_at` has a value in each arm of an OR, and the leaves of all arms are read crosswise with those of the other key.',
    advice: 'Write one statement for each arm, or a UNION ALL of them.',
  },
  {
    id: 'values-apart',
    ...onTime("created_at IN ('2025-06-11', '2026-06-11')"),
    verdict: 'multi-leaf',
    why: '`created_at` is one of a list of values, which lie in different leaves.',
    advice: 'Ask for the values of one of the leaves at a time, with a single value or period of `created_at`.',
  },
  {
    id: 'over-border',
    ...onTime("created_at >= '2024-12-01' AND created_at < '2025-02-01'"),
    verdict: 'multi-leaf',
    why: '`created_at` lies in a period that reaches over a border between leaves.',
    advice: 'Keep `created_at` within one of the leaves, or write one statement for each side of the border.',
  },
  {
    id: 'open-end',
    ...onTime("created_at >= '2025-06-11'"),
    verdict: 'multi-leaf',
    why: '`created_at` has one known end only, so that all leaves on the other side are read.',
    advice: 'Give `created_at` its other end too: `d.created_at >= … AND d.created_at < …` within one partition.',
  },
  {
    id: 'exclusion',
    ...onTime("created_at <> '2025-06-11'"),
    verdict: 'multi-leaf',
    why: '`created_at` only excludes values, so that all other leaves are read.',
    advice: 'Say what `created_at` is, not what it is not: `d.created_at >= … AND d.created_at < …`.',
  },
  {
    id: 'values-apart',
    ...onGroup('account_group = ANY ($1::integer[])'),
    values: ['{3,4}'],
    verdict: 'multi-group',
    why: '`account_group` is one of a list of values, which lie in different groups.',
    advice: 'Ask for the values of one of the groups at a time, with a single value or period of `account_group`.',
  },
  // elsewhere
  {
    id: 'view-keeps-out',
    sql: `SELECT 1 FROM newest v WHERE account_group = 3 AND ${year}`,
    alias: 'ledger_entry',
    key: 'created_at',
    piece: 'newest v',
    verdict: 'missing-key',
    why: '`created_at` is constrained outside of the view `newest`, which lets no filter in (a LIMIT, a window function or the like).',
    advice: 'Constrain `created_at` inside the view `newest`, or query the table itself.',
  },
  {
    id: 'inside-view',
    sql: 'SELECT 1 FROM entry_of_day v WHERE account_group = 3',
    alias: 'ledger_entry',
    key: 'created_at',
    piece: 'entry_of_day v',
    verdict: 'missing-key',
    why: '`created_at` stands in a condition that prunes nothing, inside the view `entry_of_day`.',
    advice: 'Mend the condition on `created_at` inside the view `entry_of_day`, or add `v.created_at >= … AND v.created_at < …` where it is queried.',
  },
  {
    id: 'inside-function',
    sql: "SELECT 1 FROM entries_on('2025-06-11') f WHERE account_group = 3",
    alias: 'e',
    key: 'created_at',
    piece: "entries_on('2025-06-11') f",
    verdict: 'missing-key',
    why: '`created_at` stands in a condition that prunes nothing, inside the function `entries_on`.',
    advice: 'Mend the condition on `created_at` inside the function `entries_on`, or constrain `created_at` where it is called.',
  },
  {
    id: 'inside-policy',
    sql: 'SELECT 1 FROM own d',
    alias: 'd',
    key: 'day',
    piece: 'own d',
    verdict: 'multi-leaf',
    settings: { role: 'reader' },
    why: '`day` is constrained to more than one partition, in a row-level security policy.',
    advice: "Add `d.day >= … AND d.day < …` to the statement, or mend the policy's condition on `day`.",
  },
];
