import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { toPlannable } from '../../../src/source/embedded/embedded.ts';
import { parseQueryFile } from '../../../src/source/inputs.ts';

/** Line, name, what is planned, the values by number, and why it is not static. */
type Golden = readonly [line: number, name: string | null, planned: string, values: readonly (string | null)[], dynamic: string | null];

const entry = 'SELECT * FROM ledger_entry WHERE id = $1';

const files: Readonly<Record<string, readonly Golden[]>> = {
  'sqlc.sql': [
    [
      2,
      'Statement',
      'SELECT entry_number, created_at, amount, kind FROM ledger_entry WHERE account_group = $1 AND account_id = $2 AND created_at >= $3::timestamptz AND created_at < $4::timestamptz ORDER BY created_at',
      ['account_group', 'account_id', 'from_ts', 'to_ts'],
      null,
    ],
    [9, 'FindEntry', 'SELECT e.*, c.memo FROM ledger_entry e JOIN credit c ON c.entry_id = e.id WHERE e.id = $1 LIMIT 1', ['$1'], null],
    [12, 'SetKind', 'UPDATE ledger_entry SET kind = coalesce($1, kind) WHERE id = $2', ['kind', 'id'], null],
    [15, 'BatchGet', 'SELECT * FROM ledger_entry WHERE id = ANY($1::uuid[])', ['ids'], null],
    [19, 'SliceGet', 'SELECT * FROM ledger_entry WHERE id IN ($1, $2)', ['ids', 'ids'], null],
    [
      22,
      'AddLookups',
      'INSERT INTO ledger_lookup (entry_number, created_at, account_id, account_group) VALUES ($1, $2, $3, $4)',
      ['$1', '$2', '$3', '$4'],
      null,
    ],
    [
      26,
      'NotAParam',
      `SELECT '{"a":1}'::jsonb @> '{"a":1}' AS has, '{"a":1}'::jsonb @? '$.a' AS path, @ (-5) AS absolute WHERE tsrange($1, $2) <@ tsrange(NULL, NULL)`,
      ['lo', 'hi'],
      null,
    ],
  ],
  'pgtyped.sql': [
    [
      2,
      'statement',
      'SELECT entry_number, created_at FROM ledger_entry WHERE account_id = $1 AND created_at >= $2::timestamptz AND created_at < $3',
      ['accountId', 'from', 'to'],
      null,
    ],
    [8, 'entriesById', 'SELECT * FROM ledger_entry WHERE id IN ($1, $2)', ['ids', 'ids'], null],
    [
      14,
      'addEntries',
      'INSERT INTO ledger_entry (id, account_group, created_at, account_id, entry_number, amount, kind) VALUES ($1, $2, $3, $4, $5, $6, $7), ($8, $9, $10, $11, $12, $13, $14)',
      [
        'rows.id',
        'rows.accountGroup',
        'rows.createdAt',
        'rows.accountId',
        'rows.entryNumber',
        'rows.amount',
        'rows.kind',
        'rows.id',
        'rows.accountGroup',
        'rows.createdAt',
        'rows.accountId',
        'rows.entryNumber',
        'rows.amount',
        'rows.kind',
      ],
      null,
    ],
    [
      20,
      'addLookup',
      'INSERT INTO ledger_lookup (entry_number, created_at, account_id, account_group) VALUES ($1, $2, $3, $4) RETURNING entry_number',
      ['row.entryNumber', 'row.createdAt', 'row.accountId', 'row.accountGroup'],
      null,
    ],
  ],
  'aiosql.sql': [
    [
      4,
      'statement',
      'SELECT entry_number, created_at FROM ledger_entry WHERE account_id = $1 AND created_at >= $2 AND created_at < $3',
      ['account_id', 'from_ts', 'to_ts'],
      null,
    ],
    [7, 'find-entry', `${entry}::uuid`, ['id'], null],
    [10, 'balance', 'SELECT sum(amount) FROM ledger_entry WHERE account_id = $1', ['account_id'], null],
    [13, 'set-kind', 'UPDATE ledger_entry SET kind = $1 WHERE id = $2', ['kind', 'id'], null],
    [
      16,
      'add-lookups',
      'INSERT INTO ledger_lookup (entry_number, created_at, account_id, account_group) VALUES ($1, $2, $3, $4)',
      ['entry_number', 'created_at', 'account_id', 'account_group'],
      null,
    ],
    [
      19,
      'add-entry',
      'INSERT INTO ledger_entry (id, account_group, created_at, account_id, entry_number, amount, kind) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id',
      ['id', 'g', 'at', 'a', 'n', 'amount', 'kind'],
      null,
    ],
    [22, 'create-schema', 'CREATE TABLE IF NOT EXISTS t (a int)', [], null],
    [22, null, 'CREATE INDEX ON t (a)', [], null],
  ],
  'yesql.sql': [
    [3, 'find-entry', `${entry} AND account_group IN ($2, $3)`, ['id', 'groups', 'groups'], null],
    [6, 'set-kind', 'UPDATE ledger_entry SET kind = $1 WHERE id = $2', [null, null], null],
  ],
  'hugsql.sql': [
    [
      3,
      'statement',
      'SELECT entry_number, created_at FROM ledger_entry WHERE account_id = $1 AND created_at >= $2::timestamptz AND created_at < $3',
      ['account-id', 'from', 'to'],
      null,
    ],
    [6, 'find-entry', 'SELECT FROM WHERE id = $1', ['id'], ':i*:cols puts a name in'],
    [9, 'batch', 'SELECT * FROM ledger_entry WHERE id IN ($1, $2)', ['ids', 'ids'], null],
    [
      12,
      'add-lookups',
      'INSERT INTO ledger_lookup (entry_number, created_at, account_id, account_group) VALUES ($1, $2, $3, $4), ($5, $6, $7, $8)',
      ['rows.1', 'rows.2', 'rows.3', 'rows.4', 'rows.1', 'rows.2', 'rows.3', 'rows.4'],
      null,
    ],
    [
      16,
      'keyed',
      `SELECT * FROM ledger_entry WHERE (id, account_group) IN (($1, $2), ($3, $4)) AND tags[1:2] IS NOT NULL --~ (when (:group params) "AND account_group = :group") /*~ (if (:desc params) */ ORDER BY created_at DESC /*~*/ ORDER BY created_at`,
      ['keys.1', 'keys.2', 'keys.1', 'keys.2'],
      'a Clojure expression decides what is sent',
    ],
    [21, 'by-group', 'account_group = $1', ['group'], 'a snippet is a piece of other queries'],
  ],
  'mybatis.xml': [
    [
      2,
      'LedgerMapper.statement',
      'SELECT * FROM WHERE account_id = $1 AND created_at >= $2 AND account_group = $3 $4 AND created_at < $5',
      ['accountId', 'from', 'group', 'i', 'to'],
      '<if> decides what is sent',
    ],
  ],
  'Dapper.cs': [
    [2, 'Find', `${entry} AND account_group = $2`, ['id', 'AccountGroup'], null],
    [
      3,
      'Verbatim',
      `SELECT "id" FROM ledger_entry WHERE created_at>=$1 AND created_at<$2 AND note @> '{"a":1}' AND id IN ($3, $4)`,
      ['from', 'to', 'ids', 'ids'],
      null,
    ],
    [6, 'Raw', 'SELECT * FROM ledger_entry WHERE id = ANY($2) AND account_id = $3 AND entry_number = $1', ['$1', 'ids', 'accountId'], null],
    [8, null, 'SELECT * FROM WHERE id = $1', ['id'], '{table} is put in when it runs'],
  ],
  'Jdbc.java': [
    [2, 'a', `${entry} AND note ? 'k' AND tags ?| array['a'] AND '?' <> kind`, [null], null],
    [5, 'c', `${entry} AND created_at >= $2`, ['id', 'from'], null],
    [8, 'd', `${entry} AND account_group = $2`, ['1', '2'], null],
    [9, 'e', `${entry} AND kind = $2`, ['{#e.id}', '{[0]}'], null],
  ],
  'psycopg.py': [
    [1, null, `${entry} AND kind LIKE '%it%'`, [null], null],
    [2, null, `${entry} AND created_at >= $2::timestamptz`, ['id', 'from'], null],
    [3, null, "SELECT * FROM ledger_entry WHERE kind LIKE '%it%' AND 7 % 2 = 1", [], null],
    [4, null, `${entry} AND account_id = $2`, [null, null], null],
    [5, null, 'SELECT * FROM {} WHERE id = {}', [], 'pieces are put in when it runs'],
  ],
  'sqlalchemy_text.py': [
    [1, null, "SELECT * FROM ledger_entry WHERE id = CAST($1 AS uuid) AND kind <> 'a\\:b'", ['id'], null],
    [2, null, 'SELECT * FROM ledger_entry WHERE id = :id::uuid', [], "PostgreSQL's parser does not read it"],
    [3, null, 'SELECT * FROM ledger_entry WHERE id IN ($1, $2)', ['ids', 'ids'], null],
  ],
};

describe.each(Object.entries(files))('%s', (file, expected) => {
  test('is read as its library reads it', async () => {
    const text = await readFile(`fixtures/query-files/${file}`, 'utf8');
    const statements = await parseQueryFile(file, text);
    expect(
      statements.map((one) => [
        one.line,
        one.name,
        toPlannable(one).replace(/\s+/g, ' '),
        one.embedded?.placeholders.map(({ name }) => name),
        one.embedded?.dynamic,
      ]),
    ).toEqual(expected);
    const lines = text.split('\n');
    for (const { sql, line, column } of statements) {
      const offset = lines.slice(0, line - 1).join('\n').length + (line === 1 ? 0 : 1) + column - 1;
      expect(text.slice(offset, offset + sql.length)).toBe(sql);
    }
  });
});

test("psql's variables stay what they are", async () => {
  const statements = await parseQueryFile('psql_script.sql', await readFile('fixtures/query-files/psql_script.sql', 'utf8'));
  expect(statements).toHaveLength(19);
  expect(statements.filter(({ embedded }) => embedded !== undefined)).toEqual([]);
});

const told: readonly (readonly [sql: string, planned: string])[] = [
  ['SELECT :a, :b::int', 'SELECT $1, $2::int'],
  ['SELECT * FROM t WHERE a = @a AND b >= @b', 'SELECT * FROM t WHERE a = $1 AND b >= $2'],
  ['SELECT * FROM t WHERE a = ? AND b IN (?, ?)', 'SELECT * FROM t WHERE a = $1 AND b IN ($2, $3)'],
  ["SELECT * FROM t WHERE a = %s AND b LIKE '%%x'", "SELECT * FROM t WHERE a = $1 AND b LIKE '%x'"],
  ['SELECT * FROM t WHERE a = %(a)s OR b = %(a)s', 'SELECT * FROM t WHERE a = $1 OR b = $1'],
  ['SELECT * FROM t WHERE a IN :list', 'SELECT * FROM t WHERE a IN ($1, $2)'],
  // None of these is a placeholder.
  ['SELECT a[1:2], b[:n], c[x:y], d::text, f(k := 1) FROM t', 'SELECT a[1:2], b[:n], c[x:y], d::text, f(k := 1) FROM t'],
  [
    "SELECT j ? 'a', j ?| k, j ?& k, j @> k, j <@ k, j @? 'x', j @@ 'x', @ n FROM t",
    "SELECT j ? 'a', j ?| k, j ?& k, j @> k, j <@ k, j @? 'x', j @@ 'x', @ n FROM t",
  ],
  ['SELECT a % s, a %s, 7 % 2 FROM t', 'SELECT a % s, a %s, 7 % 2 FROM t'],
  ["SELECT ':a', E'\\':a', $$ :a ? @a %s $$, $q$:a$q$, \":a\" /* :a */ -- ? @a", "SELECT ':a', E'\\':a', $$ :a ? @a %s $$, $q$:a$q$, \":a\""],
  ['SELECT a >=@x FROM t', 'SELECT a >=@x FROM t'],
  // Two libraries at once are none.
  ['SELECT :a, ?', 'SELECT :a, ?'],
  ["SELECT :'a', :b", "SELECT :'a', :b"],
];

test.each(told)('a file that says nothing of its library: %s', async (sql, planned) => {
  const [statement] = await parseQueryFile('q.sql', `${sql}\n`);
  expect(statement === undefined ? null : toPlannable(statement)).toBe(planned);
});

test('values go by their names', async () => {
  const [statement] = await parseQueryFile('q.sql', '-- planlint-params: {"b": 2, "a": "x"}\nSELECT :a, :b, :c');
  expect([...(statement?.parameters?.values ?? [])]).toEqual([
    [2, '2'],
    [1, 'x'],
  ]);
});

test('a comment names the dialect, and a mistyped one is told', async () => {
  const [statement] = await parseQueryFile('q.sql', '-- planlint-dialect: jdbc\nSELECT a ?? :b FROM t');
  expect(statement === undefined ? null : toPlannable(statement)).toBe('SELECT a ? $1 FROM t');
  const [plain] = await parseQueryFile('q.sql', '-- planlint-dialect: postgresql\nSELECT @a FROM t');
  expect(plain?.embedded).toBeUndefined();
  await expect(parseQueryFile('q.sql', '-- planlint-dialect: jdcb\nSELECT 1')).rejects.toThrow('planlint-dialect: there is no dialect jdcb');
});

const programs: readonly (readonly [file: string, text: string, found: readonly (readonly [planned: string, dynamic: string | null])[]])[] = [
  ['a.py', 'x = "Select an item from the list"', [['Select an item from the list', null]]],
  ['a.py', 'x = "Update your settings"; y = "select"', []],
  ['a.py', 'q = ("SELECT a "  # why\n     "FROM t "\n     "WHERE b = %s")', [['SELECT a FROM t WHERE b = $1', null]]],
  ['a.py', "q = f'SELECT a FROM {t} WHERE b = %s'", [['SELECT a FROM  WHERE b = $1', '{t} is put in when it runs']]],
  ['a.py', 'q = f"SELECT \'{{1}}\'::int[] FROM t"', [["SELECT '{1}'::int[] FROM t", null]]],
  ['a.py', 'q = "SELECT a FROM t WHERE b = %s" % b', [['SELECT a FROM t WHERE b = $1', 'pieces are put in when it runs']]],
  ['a.py', 'q = "SELECT a FROM t" + where', [['SELECT a FROM t', 'where is added when it runs']]],
  ['a.py', '# "SELECT a FROM t"\n"""SELECT b\nFROM t"""', [['SELECT b\nFROM t', null]]],
  ['a.py', 'r"SELECT a FROM t WHERE b ~ \'\\d\'"', [["SELECT a FROM t WHERE b ~ '\\d'", null]]],
  ['A.java', 'String q = "SELECT a " +\n  "FROM t WHERE b = ?";', [['SELECT a FROM t WHERE b = $1', null]]],
  ['A.java', 'String q = "SELECT a FROM " + table;', [['SELECT a FROM', 'table is added when it runs']]],
  ['A.java', 'String.format("SELECT a FROM %s", t)', [['SELECT a FROM %s', 'pieces are put in when it runs']]],
  ['A.java', 'char c = \'"\'; // "SELECT a FROM t"\n', []],
  ['A.kt', 'val q = """SELECT a FROM t WHERE b = :b"""', [['SELECT a FROM t WHERE b = $1', null]]],
  ['A.kt', 'val q = "SELECT a FROM $t"', [['SELECT a FROM', '$t is put in when it runs']]],
  ['A.cs', 'var q = $"SELECT a FROM t WHERE b = {b}";', [['SELECT a FROM t WHERE b =', '{b} is put in when it runs']]],
  [
    'A.cs',
    'var q = "SELECT a FROM t; DELETE FROM t WHERE b = @b";',
    [
      ['SELECT a FROM t', null],
      ['DELETE FROM t WHERE b = $1', null],
    ],
  ],
];

test.each(programs)('%s: %s', async (file, text, found) => {
  const statements = await parseQueryFile(file, text);
  expect(statements.map((one) => [toPlannable(one), one.embedded?.dynamic])).toEqual(found);
});
