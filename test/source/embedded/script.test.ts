import { describe, expect, test } from 'vitest';
import { toPlannable } from '../../../src/source/embedded/embedded.ts';
import { parseScript } from '../../../src/source/embedded/script/parse-script.ts';
import { applyEdits } from '../../../src/sql/edits.ts';

/** Statements as a table has them: what is planned, or `not static: …`. */
async function read(code: string, path = 'src/q.ts'): Promise<readonly string[]> {
  const statements = await parseScript(path, code);
  return statements.map((statement) => (statement.embedded?.dynamic ? `not static: ${statement.embedded.dynamic}` : toPlannable(statement)));
}

const imports = {
  postgres: "import postgres from 'postgres'; const sql = postgres();",
  slonik: "import { sql } from 'slonik';",
  prisma: "import { Prisma } from '@prisma/client';",
  drizzle: "import { sql, and, eq } from 'drizzle-orm'; import { pgTable, integer, timestamp } from 'drizzle-orm/pg-core';",
  kysely: "import { sql } from 'kysely';",
  pgtyped: "import { sql } from '@pgtyped/runtime';",
  unknown: "import { sql } from './db';",
};
type Case = readonly [library: keyof typeof imports, code: string, ...queries: string[]];

const e = 'select * from ledger_entry where';

describe('what becomes of holes', () => {
  const cases: readonly Case[] = [
    // Values.
    ['postgres', `(id) => sql\`${e} id = \${id} and amount > \${1 + 2} and note = \${'x'}\``, `${e} id = $1 and amount > $2 and note = $3`],
    ['postgres', `(id) => sql\`${e} id = \${id} or parent = \${id}\``, `${e} id = $1 or parent = $2`],
    [
      'postgres',
      `(f) => sql\`${e} created_at between \${f.from} and \${f.to} limit \${f.n} offset \${f.o ?? 0}\``,
      `${e} created_at between $1 and $2 limit $3 offset $4`,
    ],
    [
      'postgres',
      '(a, b) => sql`insert into t (a, b) values (${a}, ${b}), (${b}, lower(${a}))`',
      'insert into t (a, b) values ($1, $2), ($3, lower($4))',
    ],
    ['postgres', `(ids) => sql\`${e} id = any(\${ids}) and a = array[\${ids[0]}]::int[]\``, `${e} id = any($1) and a = array[$2]::int[]`],
    [
      'postgres',
      '(v) => sql`update t set a = ${v}, b = coalesce(${v}, b) || ${v.x}::text where id in (1, ${v})`',
      'update t set a = $1, b = coalesce($2, b) || $3::text where id in (1, $4)',
    ],
    ['prisma', `(id) => prisma.$queryRaw<Row[]>\`${e} id = \${id}::uuid\``, `${e} id = $1::uuid`],
    ['prisma', '(tx, id) => tx.$executeRaw`delete from t where id = ${id}`', 'delete from t where id = $1'],
    [
      'kysely',
      `(id) => sql<Row>\`${e} id = \${sql.val(id)} and n = \${sql.lit(7)} and k = \${sql.lit('it''s')}\``.replace("''", "\\'"),
      `${e} id = $1 and n = 7 and k = 'it''s'`,
    ],
    [
      'slonik',
      `(id) => sql.type(Row)\`${e} id = \${id} and a = \${sql.json(x)} and t = \${sql.timestamp(d)}\``,
      `${e} id = $1 and a = $2::json and t = to_timestamp($3)`,
    ],
    ['slonik', `(id) => sql.unsafe\`${e} id = ANY(\${sql.array(ids, 'uuid')})\``, `${e} id = ANY($1::"uuid"[])`],
    [
      'slonik',
      "(rows) => sql.unsafe`insert into t select * from ${sql.unnest(rows, ['int4', 'text'])}`",
      'insert into t select * from unnest($1::"int4"[], $2::"text"[])',
    ],
    ['drizzle', `(id) => sql\`${e} id = \${sql.placeholder('id')} and a in \${[1, id === 2, 3]}\``, `${e} id = $1 and a in ($2, $3, $4)`],
    ['drizzle', `(ids: string[]) => sql\`${e} id in \${ids}\``, `${e} id in ($1, $2)`],
    ['unknown', `(flag: boolean) => sql\`${e} \${flag}\``, `${e} $1`],
    // Lists.
    ['postgres', `(ids) => sql\`${e} id in \${sql(ids)}\``, `${e} id in ($1, $2)`],
    ['postgres', `(a) => sql\`${e} id in \${sql([a, 2])}\``, `${e} id in ($1,$2)`],
    ['prisma', `(ids) => prisma.$queryRaw\`${e} id in (\${Prisma.join(ids)})\``, `${e} id in ($1, $2)`],
    ['prisma', `(a) => prisma.$queryRaw\`${e} \${Prisma.join([Prisma.sql\`a = \${a}\`, Prisma.sql\`b = 1\`], ' and ')}\``, `${e} a = $1 and b = 1`],
    [
      'prisma',
      '(rows) => prisma.$executeRaw`insert into t values ${Prisma.join(rows.map((r) => Prisma.sql`(${r.a}, ${r.b})`))}`',
      'insert into t values ($1, $2), ($3, $4)',
    ],
    ['kysely', `(ids) => sql\`${e} id in (\${sql.join(ids)})\``, `${e} id in ($1, $2)`],
    ['drizzle', `(ids) => sql\`${e} id in (\${sql.join(ids.map((id) => sql\`\${id}\`), sql\`, \`)})\``, `${e} id in ($1, $2)`],
    // Names.
    [
      'postgres',
      "(id) => sql`select ${sql(['id', 'amount'])} from ${sql('app.ledger_entry')} where id = ${id}`",
      'select "id","amount" from "app"."ledger_entry" where id = $1',
    ],
    ['postgres', "(o) => sql`insert into t ${sql(o, 'a', 'b')} returning *`", 'insert into t ("a","b")values($1,$2) returning *'],
    ['postgres', "(o) => sql`update t set ${sql(o, 'a', 'b')} where id = ${o.id}`", 'update t set "a"=$1,"b"=$2 where id = $3'],
    [
      'slonik',
      "(id) => sql.unsafe`select * from ${sql.identifier(['app', 'ledger_entry'])} where id = ${id}`",
      'select * from "app"."ledger_entry" where id = $1',
    ],
    [
      'kysely',
      "(id) => sql`select ${sql.ref('e.id')} from ${sql.table('app.ledger_entry')} as ${sql.id('e')} where id = ${id}`",
      'select "e"."id" from "app"."ledger_entry" as "e" where id = $1',
    ],
    [
      'drizzle',
      "(id) => sql`select * from ${sql.identifier('ledger_entry')} order by ${sql.raw('id desc')}`",
      'select * from "ledger_entry" order by id desc',
    ],
    [
      'drizzle',
      "const t = pgTable('ledger_entry', { id: integer(), accountGroup: integer('account_group').notNull() }); (g) => sql`select ${t.id} from ${t} where ${t.accountGroup} = ${g}`",
      'select "ledger_entry"."id" from "ledger_entry" where "ledger_entry"."account_group" = $1',
    ],
    // Parts of queries.
    ['postgres', `const live = sql\`deleted_at is null\`; (id) => sql\`${e} id = \${id} and \${live}\``, `${e} id = $1 and deleted_at is null`],
    ['slonik', `(id) => { const own = sql.fragment\`id = \${id}\`; return sql.unsafe\`${e} \${own} and a = \${1}\` }`, `${e} id = $1 and a = $2`],
    ['prisma', `(id) => prisma.$queryRaw(Prisma.sql\`${e} id = \${id} \${Prisma.empty}\`)`, `${e} id = $1`],
    ['postgres', `(id) => sql\`${e} true \${id ? sql\`and id = \${id}\` : sql\`\`}\``, `${e} true and id = $1`, `${e} true`],
    ['drizzle', `(id) => sql\`${e} true \${id ? sql\`and id = \${id}\` : undefined}\``, `${e} true and id = $1`, `${e} true`],
    [
      'postgres',
      `(a) => sql\`select * from \${a ? sql\`t\` : sql\`u\`} where \${a ? sql\`t.x\` : sql\`u.x\`} = \${a}\``,
      'select * from t where t.x = $1',
      'select * from u where u.x = $1',
    ],
    ['postgres', `(a, b) => sql\`${e} a = \${a ? b : 1}\``, `${e} a = $1`],
    ['postgres', 'const sub = sql`select id from t`; sql`select * from u where id in (${sub})`', 'select * from u where id in (select id from t)'],
    ['postgres', `sql.begin(async (tx) => { await tx\`${e} id = \${1}\` })`, `${e} id = $1`],
    // Not read as SQL.
    ['drizzle', 'const n = sql<number>`count(*)`; db.select({ n, at: sql`now() - ${1}` })'],
    ['unknown', 'gql`query { select }`; css`with x`; html`select ${1}`'],
    ['slonik', 'const part = sql.fragment`select 1`'],
  ];
  test.each(cases)('%s: %s', async (library, code, ...queries) => {
    expect(await read(`${imports[library as keyof typeof imports]} ${code}`)).toEqual(queries);
  });
});

describe('what may be more than a value is never taken for one', () => {
  const hole = (written: string): string => `not static: \`${written}\` may be more than a value there`;
  const cases: readonly Case[] = [
    ...[
      'where ${x}',
      'where a = 1 and ${x}',
      'where not ${x}',
      'where (${x})',
      'where a = 1 ${x}',
      'order by ${x}',
      'group by ${x}',
      'where ${x} = 1',
      'where a between 1 and 2 and ${x}',
    ].map((clause): Case => ['unknown', `(x) => sql\`select * from t ${clause}\``, hole('x')]),
    ...[
      'select ${x} from t',
      'select a, ${x} from t',
      'select a, (${x}) from t',
      'select * from ${x}',
      'select * from t join ${x} on true',
      'update t set ${x}',
      'insert into t ${x}',
      'insert into t (${x}) values (1)',
      'insert into t values ${x}',
      'with ${x} select 1',
      'with a as (${x}) select 1',
      "select 'a${x}'",
      'select a::${x} from t',
      'select t.${x} from t',
      'select * from t_${x}',
      'select * from t where id in (${x})',
      'select * from t where id in ${x}',
      'select * from t where exists (${x})',
      'select * from t where a = array(${x})',
      'delete from t using ${x}',
      'select * from t limit 1 ${x}',
      'select 1 -- ${x}',
      '${x} select * from t',
      'select * from t order by a nulls first ${x}',
    ].map((text): Case => ['unknown', `(x) => sql\`${text}\``, hole('x')]),
    ['unknown', "import { filter } from './filters'; (a) => sql`select * from t where a = ${a} and ${filter(a)}`", hole('filter(a)')],
    ['unknown', '(a: SQL) => sql`select * from t where a = ${a}`', 'not static: `a` is SQL that is handed over'],
    ['slonik', '({ a }: { a: FragmentSqlToken }) => sql.unsafe`select * from t where a = ${a}`', 'not static: `a` is SQL that is handed over'],
    [
      'postgres',
      '(a) => { let w = sql``; if (a) w = sql`and a = 1`; return sql`select * from t where true ${w}` }',
      'not static: `w` is assigned when it runs',
    ],
    ['postgres', '(a) => { let w; if (a) w = sql`1`; return sql`select * from t where a = ${w}` }', 'not static: `w` is assigned when it runs'],
    [
      'postgres',
      '(a) => sql`select * from t where true ${a && sql`and a = 1`}`',
      'not static: what `a && sql`and a = 1`` gives is known only when it runs',
    ],
    ['postgres', '(o) => sql`select * from t order by ${sql.unsafe(o)}`', 'not static: `sql.unsafe(o)` is SQL that is made when it runs'],
    ['postgres', '(t) => sql`select * from ${sql(t)}`', 'not static: which columns `sql(t)` names is known only when it runs'],
    [
      'postgres',
      "sql`select * from ${sql('ledgerEntry')}`",
      "not static: `sql('ledgerEntry')` may be spelt otherwise by the connection's `transform`",
    ],
    ['postgres', '(o) => sql`update t set ${sql(o)} where id = 1`', 'not static: which columns `sql(o)` names is known only when it runs'],
    [
      'prisma',
      '(f) => prisma.$queryRaw`select * from t where ${Prisma.join(f, " and ")}`',
      'not static: `Prisma.join(f, " and ")` is put together when it runs',
    ],
    ['prisma', '(f) => prisma.$queryRaw`select * from t where ${Prisma.raw(f)}`', 'not static: `Prisma.raw(f)` is SQL that is made when it runs'],
    ['kysely', '(c) => sql`select * from t where ${sql.ref(c)} = 1`', 'not static: `sql.ref(c)` names what is known only when it runs'],
    [
      'drizzle',
      "import { t } from './schema'; (g) => sql`select * from a join b on a.g = ${t.g}`",
      'not static: `t.g` may be a column, which another file says',
    ],
    ['drizzle', '(t, g) => sql`select * from a where a.g = ${eq(t.g, g)}`', 'not static: what `eq(t.g, g)` gives is SQL that is made when it runs'],
    [
      'drizzle',
      "const t = pgTable('t', { accountGroup: integer() }); sql`select ${t.accountGroup} from t`",
      'not static: the name of the column `t.accountGroup` is not written down',
    ],
    ['drizzle', 'const q = sql`select * from t where true`; q.append(sql` and a = 1`)', 'not static: `q` is added to when it runs'],
    [
      'drizzle',
      '(a) => { const w = sql`true`; w.append(sql` and a = 1`); return sql`select * from t where ${w}` }',
      'not static: `w` is added to when it runs',
    ],
    ['unknown', '(ids) => sql`select * from t where id in (${sql.join(ids)})`', 'not static: `sql.join(ids)` is put together when it runs'],
    [
      'postgres',
      `(${'abcde'.split('').join(', ')}) => sql\`select * from t where true ${'abcde'
        .split('')
        .map((x) => `\${${x} ? sql\`and ${x} = 1\` : sql\`\`}`)
        .join(' ')}\``,
      'not static: its conditions make more than 16 queries of it',
    ],
  ];
  test.each(cases)('%s: %s', async (library, code, ...queries) => {
    expect(await read(`${imports[library as keyof typeof imports]} ${code}`)).toEqual(queries);
  });
});

describe('strings that a method is called with', () => {
  const cases: readonly (readonly [code: string, ...queries: string[]])[] = [
    ["client.query('select * from t where id = $1', [1])", 'select * from t where id = $1'],
    ["pool.query({ name: 'find', text: `select *\n from t`, values: [] })", 'select *\n from t'],
    ["const q = 'select 1'; a.query(q); b.query(q)", 'select 1'],
    ["dataSource.query('select ' + '*' +\n ' from t where note = \\'\\u0041\\'')", "select * from t where note = 'A'"],
    ["const table = 't'; client.query(`select * from ${table} where id = $1`)", 'select * from t where id = $1'],
    ["client.query('select * from t' + (a ? ' where id = 1' : ''))", 'select * from t where id = 1', 'select * from t'],
    ['client.query(`select * from ${table}`)', 'not static: `table` is put into its text when it runs'],
    ["client.query('select * from ' + table)", 'not static: `table` is put into its text when it runs'],
    ["prisma.$queryRawUnsafe('select 1')", 'select 1'],
    ["cache.get('selection'); $('x').query('with'); app.get('/select'); router.get('select'); i18n.all('select one')"],
  ];
  test.each(cases)('%s', async (code, ...queries) => expect(await read(code)).toEqual(queries));
});

test('PgTyped has parameters of its own, the same name the same value', async () => {
  const code = `${imports.pgtyped}
    const find = sql<IFind>\`SELECT * FROM t WHERE a = $id AND b = $id! AND n = '$no' AND k IN $$ids\`;
    const add = sql<IAdd>\`INSERT INTO t (a, b) VALUES $$rows(a, b!)\`;
    const one = sql<IOne>\`INSERT INTO t (a, b) VALUES $row(a, b) RETURNING f($row(c))\`;`;
  expect(await read(code)).toEqual([
    "SELECT * FROM t WHERE a = $1 AND b = $1 AND n = '$no' AND k IN ($2, $3)",
    'INSERT INTO t (a, b) VALUES ($1, $2), ($3, $4)',
    'INSERT INTO t (a, b) VALUES ($1, $2) RETURNING f(($3))',
  ]);
});

describe('places', () => {
  test('are those of the file, behind holes and escapes too', async () => {
    const code = `\ufeff// 😀\r\n${imports.postgres}\r\nexport const find = (id: string) =>\r\n  sql\`\r\n    select '\\u{41}\\n' from t -- c\r\n    where a = \${id} and b = 1;\r\n    delete from u\`;\r\n`;
    const [first, second] = await parseScript('q.ts', code);
    expect(first).toMatchObject({
      path: 'q.ts',
      line: 5,
      column: 5,
      name: 'find',
      sql: "select '\\u{41}\\n' from t -- c\r\n    where a = ${id} and b = 1",
    });
    expect(first?.embedded && applyEdits(first.sql, first.embedded.edits)).toBe("select 'A\n' from t -- c\r\n    where a = $1 and b = 1");
    expect(second).toMatchObject({ line: 7, column: 5, sql: 'delete from u' });
  });

  test.each([
    ['function load() { const rows = sql`select 1` }', 'load'],
    ['class A { async byId() { return run(() => sql`select 1`) } }', 'byId'],
    ['const q = { find: sql`select 1` }', 'find'],
    ['const all = sql`select 1`', 'all'],
    ['repo.find = async () => sql`select 1`', 'find'],
    ['const f = () => sql`-- name: Own\nselect 1`', 'Own'],
    ['run(sql`select 1`)', null],
  ])('%s is called %s', async (code, name) => {
    expect(await parseScript('q.ts', code)).toMatchObject([{ name }]);
  });
});

describe('files', () => {
  test.each(['q.ts', 'q.tsx', 'q.mts', 'q.cts', 'q.js', 'q.jsx', 'q.mjs', 'q.cjs'])('%s', async (path) => {
    const jsx = path.endsWith('x') || path === 'q.js' ? 'const v = <b>{1}</b>;' : '';
    expect(await read(`${jsx} const f = (id) => sql\`select \${id === 1}\``, path)).toHaveLength(1);
  });

  test('JavaScript with types is read, too', async () => {
    expect(await read('const f = (id: string): any => sql`select * from t where a = ${id}`', 'q.js')).toEqual(['select * from t where a = $1']);
  });

  test('without a query are empty, and not parsed', async () => {
    expect(await read('const a = ; select')).toEqual([]);
    expect(await read('sql`a')).toEqual([]);
  });

  test('that do not parse are errors with their place', async () => {
    await expect(read('const a = 1;\nconst q = sql`select 1`; const = 2;')).rejects.toMatchObject({
      name: 'UserError',
      area: 'source',
      message: expect.stringMatching(/^src\/q\.ts:2:\d+: [a-z]/),
    });
  });
});
