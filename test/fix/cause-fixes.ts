/** The proven fix of each cause's statement: its kind, the columns it asks for, and the statement as it is then; `null` where its text cannot mend it. */
export const causeFixes: ReadonlyMap<string, string | null> = new Map([
  [
    `SELECT 1 FROM debit d WHERE account_group = 3`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= $1 AND created_at < $2`,
  ],
  [
    `DELETE FROM debit d WHERE id = $1 AND account_group = 3`,
    `narrowed (created_at): DELETE FROM debit d WHERE id = $1 AND account_group = 3 AND created_at = $2`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at IS NOT NULL`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at IS NOT NULL AND created_at >= $1 AND created_at < $2`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group IN (SELECT account_group FROM ledger_lookup) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT max(created_at) FROM debit d WHERE account_group = 3 HAVING max(created_at) > '2025-01-01'`,
    `narrowed (created_at, created_at): SELECT max(created_at) FROM debit d WHERE account_group = 3 AND created_at >= $1 AND created_at < $2 HAVING max(created_at) > '2025-01-01'`,
  ],
  [
    `SELECT sum(amount) FILTER (WHERE created_at > '2025-01-01') FROM debit d WHERE account_group = 3`,
    `narrowed (created_at, created_at): SELECT sum(amount) FILTER (WHERE created_at > '2025-01-01') FROM debit d WHERE account_group = 3 AND created_at >= $1 AND created_at < $2`,
  ],
  [
    `SELECT 1 FROM entry v WHERE account_group = 3`,
    `narrowed (created_at, created_at): SELECT 1 FROM entry v WHERE account_group = 3 AND created_at >= $1 AND created_at < $2`,
  ],
  [`SELECT 1 FROM entries_of(3) f`, null],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group WHERE e.account_group = 3 AND e.created_at = $1`,
    `narrowed: SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group WHERE e.account_group = 3 AND e.created_at = $1 AND c.created_at = e.created_at`,
  ],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01' AND c.created_at = e.created_at AND c.created_at >= '2025-01-01' AND c.created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c USING (account_group, created_at) WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01'`,
    `same: SELECT 1 FROM ledger_entry e JOIN credit c USING (account_group, created_at) WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01' AND c.created_at >= '2025-01-01' AND c.created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01'`,
    `same: SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at >= '2025-01-01' AND e.created_at < '2026-01-01' AND c.created_at >= '2025-01-01' AND c.created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at IN ($1, $2)`,
    `same: SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at IN ($1, $2) AND c.created_at IN ($1, $2)`,
  ],
  [
    `SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3`,
    `narrowed (created_at, created_at): SELECT 1 FROM ledger_entry e JOIN credit c ON c.entry_id = e.id AND c.account_group = e.account_group AND c.created_at = e.created_at WHERE e.account_group = 3 AND e.created_at >= $1 AND e.created_at < $2 AND c.created_at >= $1 AND c.created_at < $2`,
  ],
  [
    `SELECT 1 FROM ledger_entry e LEFT JOIN credit c ON c.entry_id = e.id AND e.account_group = 3 AND c.account_group = 3 AND c.created_at = $1 WHERE e.created_at = $1`,
    `narrowed (account_group): SELECT 1 FROM ledger_entry e LEFT JOIN credit c ON c.entry_id = e.id AND e.account_group = 3 AND c.account_group = 3 AND c.created_at = $1 WHERE e.created_at = $1 AND e.account_group = $2`,
  ],
  [
    `SELECT 1 FROM ledger_lookup l JOIN credit c ON c.account_group = l.account_group AND c.created_at = l.created_at WHERE l.entry_number = 7`,
    `narrowed (account_group, created_at): SELECT 1 FROM ledger_lookup l JOIN credit c ON c.account_group = l.account_group AND c.created_at = l.created_at WHERE l.entry_number = 7 AND c.account_group = $1 AND c.created_at = $2`,
  ],
  [
    `SELECT 1 FROM ledger_lookup l, LATERAL (SELECT amount FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at LIMIT 1) s WHERE l.entry_number = 7`,
    `narrowed (account_group, created_at): SELECT 1 FROM ledger_lookup l, LATERAL (SELECT amount FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at AND c.account_group = $1 AND c.created_at = $2 LIMIT 1) s WHERE l.entry_number = 7`,
  ],
  [
    `SELECT (SELECT max(amount) FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at) FROM ledger_lookup l WHERE l.entry_number = 7`,
    `narrowed (account_group, created_at): SELECT (SELECT max(amount) FROM credit c WHERE c.account_group = l.account_group AND c.created_at = l.created_at AND c.account_group = $1 AND c.created_at = $2) FROM ledger_lookup l WHERE l.entry_number = 7`,
  ],
  [
    `WITH w AS MATERIALIZED (SELECT * FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: WITH w AS (SELECT * FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [`WITH w AS (SELECT * FROM debit d) SELECT 1 FROM w JOIN w v USING (id) WHERE w.account_group = 3 AND w.created_at = $1`, null],
  [
    `WITH RECURSIVE w AS (SELECT id, account_group, created_at FROM debit d UNION SELECT * FROM w) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group, created_at, created_at): WITH RECURSIVE w AS (SELECT id, account_group, created_at FROM debit d WHERE account_group = $1 AND created_at >= $2 AND created_at < $3 UNION SELECT * FROM w) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT * FROM debit d LIMIT 9) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM (SELECT * FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01' LIMIT 9) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT * FROM debit d OFFSET 0) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM (SELECT * FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01' OFFSET 0) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT DISTINCT ON (entry_id) * FROM debit d) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM (SELECT DISTINCT ON (entry_id) * FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01') s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT *, row_number() OVER (ORDER BY id) FROM debit d) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM (SELECT *, row_number() OVER (ORDER BY id) FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01') s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT account_group, max(created_at) AS created_at FROM debit d GROUP BY account_group) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (created_at, created_at): SELECT 1 FROM (SELECT account_group, max(created_at) AS created_at FROM debit d WHERE created_at >= $1 AND created_at < $2 GROUP BY account_group) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT account_group, date_trunc($$day$$, max(created_at)) AS created_at FROM debit d GROUP BY 1) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (created_at, created_at): SELECT 1 FROM (SELECT account_group, date_trunc($$day$$, max(created_at)) AS created_at FROM debit d WHERE created_at >= $1 AND created_at < $2 GROUP BY 1) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT account_group, created_at + $$1 day$$::interval AS created_at FROM debit d) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (created_at, created_at): SELECT 1 FROM (SELECT account_group, created_at + $$1 day$$::interval AS created_at FROM debit d WHERE created_at >= $1 AND created_at < $2) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM (SELECT account_group, created_at FROM debit d EXCEPT SELECT account_group, created_at FROM ledger_lookup) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group, created_at, created_at): SELECT 1 FROM (SELECT account_group, created_at FROM debit d WHERE account_group = $1 AND created_at >= $2 AND created_at < $3 EXCEPT SELECT account_group, created_at FROM ledger_lookup) s WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `WITH w AS (SELECT *, random() FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group, created_at, created_at): WITH w AS (SELECT *, random() FROM debit d WHERE account_group = $1 AND created_at >= $2 AND created_at < $3) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `WITH w AS (SELECT * FROM debit d FOR UPDATE) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group, created_at, created_at): WITH w AS (SELECT * FROM debit d WHERE account_group = $1 AND created_at >= $2 AND created_at < $3 FOR UPDATE) SELECT 1 FROM w WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at::date = '2025-06-11'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-06-11' AND created_at < '2025-06-12'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND date_trunc('day', created_at) = $1`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND date_trunc('day', created_at) = $1 AND created_at >= $1 AND created_at < $1 + interval '1 day'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND extract(year FROM created_at) = 2025`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND to_char(created_at, 'YYYY') = '2025'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at AT TIME ZONE 'Asia/Tokyo' > $1`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at AT TIME ZONE 'Asia/Tokyo' > $1 AND created_at >= $2 AND created_at < $3`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND coalesce(created_at, '2025-01-01') = '2025-06-11'`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND coalesce(created_at, '2025-01-01') = '2025-06-11' AND created_at >= $1 AND created_at < $2`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = coalesce($1, account_group) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group + 0 = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE abs(account_group) = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE abs(account_group) = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE 'group ' || account_group = 'group 3' AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE 'group ' || account_group = 'group 3' AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE (CASE WHEN account_group > 5 THEN 'high' ELSE 'low' END) = 'low' AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE (CASE WHEN account_group > 5 THEN 'high' ELSE 'low' END) = 'low' AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND (created_at, id) < ($1, $2)`,
    `narrowed (created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND (created_at, id) < ($1, $2) AND created_at <= $1 AND created_at >= $3`,
  ],
  [
    `SELECT 1 FROM debit d WHERE (account_group = 3) IS TRUE AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND NOT (created_at < '2025-01-01' AND amount > 0)`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND NOT (created_at < '2025-01-01' AND amount > 0) AND created_at >= $1 AND created_at < $2`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group IS NOT DISTINCT FROM 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [`SELECT 1 FROM tenant d WHERE name LIKE '%a'`, `narrowed (name): SELECT 1 FROM tenant d WHERE name LIKE '%a' AND name = $1`],
  [`SELECT 1 FROM debit d WHERE account_group = 3 AND created_at <@ tstzrange('2025-01-01', '2026-01-01')`, null],
  [
    `SELECT 1 FROM debit d WHERE (account_group = 3 OR amount > 9) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE (account_group = 3 OR amount > 9) AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE ($1::integer IS NULL OR account_group = $1) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE (account_group = $1) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3.0 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = $1::double precision AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE account_group = $1::double precision AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $2`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3::oid AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE account_group = 3::oid AND created_at >= '2025-01-01' AND created_at < '2026-01-01' AND account_group = $1`,
  ],
  [`SELECT 1 FROM member d WHERE name = current_user`, `narrowed (name): SELECT 1 FROM member d WHERE name = current_user AND name = $1`],
  [
    `SELECT 1 FROM tenant d WHERE name = 'a' COLLATE "POSIX"`,
    `narrowed (name): SELECT 1 FROM tenant d WHERE name = 'a' COLLATE "POSIX" AND name = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at > clock_timestamp()`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at > $1 AND created_at < $2`,
  ],
  [`SELECT 1 FROM visit d WHERE d.day > d.seen`, `narrowed (day, day): SELECT 1 FROM visit d WHERE d.day > d.seen AND d.day >= $1 AND d.day < $2`],
  [
    `SELECT 1 FROM debit d WHERE account_group = ANY (ARRAY(SELECT 3)) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = ANY (string_to_array(current_setting('app.groups', true), ',')::integer[]) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed (account_group): SELECT 1 FROM debit d WHERE account_group = $1 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at = (SELECT max(l.created_at) FROM ledger_lookup l WHERE l.account_id = d.account_group)`,
    `narrowed (created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = (SELECT 3) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [`SELECT 1 FROM debit d WHERE account_group = 3 AND created_at = to_timestamp('2025-06-11', 'YYYY-MM-DD')`, null],
  [`SELECT 1 FROM debit d WHERE account_group = 3 AND created_at = '2025-06-11'::date`, null],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at <= '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at BETWEEN '2025-01-01' AND '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at > '2024-12-31 23:59:59.999999' AND created_at < '2026-01-01'`,
    `same: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
  [`SELECT 1 FROM debit d WHERE (account_group = 3 AND created_at = '2025-06-11') OR (account_group = 4 AND created_at = '2026-06-11')`, null],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at IN ('2025-06-11', '2026-06-11')`,
    `narrowed (created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at = $1`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2024-12-01' AND created_at < '2025-02-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2024-12-01' AND created_at < '2025-01-01 00:00:00+00'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-06-11'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-06-11' AND created_at < '2026-01-01 00:00:00+00'`,
  ],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at <> '2025-06-11'`,
    `narrowed (created_at, created_at): SELECT 1 FROM debit d WHERE account_group = 3 AND created_at <> '2025-06-11' AND created_at >= $1 AND created_at < $2`,
  ],
  [`SELECT 1 FROM newest v WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`, null],
  [
    `SELECT 1 FROM entry_of_day v WHERE account_group = 3`,
    `narrowed (created_at, created_at): SELECT 1 FROM entry_of_day v WHERE account_group = 3 AND created_at >= $1 AND created_at < $2`,
  ],
  [`SELECT 1 FROM entries_on('2025-06-11') f WHERE account_group = 3`, null],
  [
    `SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = 3 AND created_at >= '2025-01-01 00:00:00+00' AND created_at < '2026-01-01 00:00:00+00'`,
  ],
  [`SELECT 1 FROM own d`, null],
  [`SELECT 1 FROM folded d WHERE name = $1`, `narrowed (lower(name)): SELECT 1 FROM folded d WHERE name = $1 AND (lower(name)) = $2`],
  [`SELECT 1 FROM visit d WHERE day = (SELECT max(day) FROM visit LIMIT 1)`, `narrowed (day): SELECT 1 FROM visit d WHERE day = $1`],
  [
    `WITH w AS (SELECT * FROM debit d) SELECT 1 FROM w WHERE account_group = 3 AND created_at = $1 UNION ALL SELECT 1 FROM w WHERE account_group = 4 AND created_at = $1`,
    null,
  ],
  [`SELECT 1 FROM hashed d WHERE k BETWEEN 7 AND 8`, null],
  [`SELECT 1 FROM debit d WHERE account_group = ANY ($1::integer[]) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`, null],
  [
    `SELECT 1 FROM debit d WHERE account_group = coalesce($1::integer, account_group) AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
    `narrowed: SELECT 1 FROM debit d WHERE account_group = $1::integer AND created_at >= '2025-01-01' AND created_at < '2026-01-01'`,
  ],
]);
