import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import * as drizzle from 'drizzle-orm';
import * as pgCore from 'drizzle-orm/pg-core';
import { DummyDriver, Kysely, sql as kyselySql, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, test } from 'vitest';
import { toPlannable } from '../../../src/source/embedded/embedded.ts';
import { parseScript } from '../../../src/source/embedded/script/parse-script.ts';

/** What the libraries themselves make of the same code, run with some values. */
const values = { id: 7, ids: [7, 8], row: { a: 1, b: 2 }, from: new Date(0), on: true };
const names = Object.keys(values).join(', ');
const header = `export const query = ({ ${names} }) => `;
const evaluate = (code: string, scope: Readonly<Record<string, unknown>>): unknown =>
  new Function(...Object.keys(scope), ...Object.keys(values), `return ${code}`)(...Object.values(scope), ...Object.values(values));

const require = createRequire(import.meta.url);

async function ofPostgres(code: string): Promise<string> {
  const folder = require.resolve('postgres').replace(/[\\/](?:cjs[\\/])?src[\\/]index\.js$/, '');
  const [{ default: postgres }, { stringify }] = await Promise.all(
    ['index.js', 'types.js'].map((name) => import(pathToFileURL(`${folder}/src/${name}`).href)),
  );
  const made = evaluate(code, { sql: postgres({ host: 'localhost' }) }) as { readonly strings: readonly string[]; readonly args: readonly unknown[] };
  return stringify(made, made.strings[0], made.args[0], [], [], { transform: { column: {} } });
}

async function ofKysely(code: string): Promise<string> {
  const db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (one) => new PostgresIntrospector(one),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return (evaluate(code, { sql: kyselySql }) as ReturnType<typeof kyselySql>).compile(db).sql;
}

async function ofDrizzle(code: string): Promise<string> {
  const made = evaluate(code, { sql: drizzle.sql, ...pgCore }) as ReturnType<typeof drizzle.sql>;
  return new pgCore.PgDialect().sqlToQuery(made).sql;
}

async function ofPrisma(code: string): Promise<string> {
  const { sqltag, join, raw, empty } = await import('@prisma/client/runtime/client');
  const prisma = { $queryRaw: sqltag };
  return (evaluate(code, { prisma, Prisma: { sql: sqltag, join, raw, empty } }) as { readonly text: string }).text;
}

const libraries = {
  postgres: { imports: "import postgres from 'postgres'; const sql = postgres();", run: ofPostgres },
  kysely: { imports: "import { sql } from 'kysely';", run: ofKysely },
  drizzle: { imports: "import { sql } from 'drizzle-orm';", run: ofDrizzle },
  prisma: { imports: "import { Prisma } from '@prisma/client';", run: ofPrisma },
};

const cases: readonly (readonly [library: keyof typeof libraries, code: string])[] = [
  ['postgres', "sql`select * from t where id = ${id} or parent = ${id} and note like '%\\u{41}\\${x}%'`"],
  ['postgres', 'sql`select ${sql(["a", "b"])} from ${sql("app.t")} where id in ${sql(ids)} and at > ${from}`'],
  ['postgres', 'sql`insert into t ${sql(row, "a", "b")} returning ${sql("a")}`'],
  ['postgres', 'sql`update t set ${sql(row, "a", "b")} where id = ${id} ${on ? sql`and a = ${1}` : sql``}`'],
  ['postgres', 'sql`insert into t (a, b) values ${sql(row, "a", "b")}`'],
  ['postgres', 'sql`select * from t where true ${[sql`and a = ${id}`, sql`and b = 1`]} limit ${id}`'],
  ['postgres', 'sql`select * from t where id in ${sql([id, 2])} and tags = ${[1, 2]}`'],
  [
    'kysely',
    'sql`select ${sql.ref("t.a")}, ${sql.id("app", "b")} from ${sql.table("app.t")} where id = ${id} or n = ${sql.lit(5)} and k = ${sql.val(id)}`',
  ],
  [
    'kysely',
    'sql`select * from t where id in (${sql.join(ids)}) and (${sql.join([sql`a = ${id}`, sql`b = 1`], sql` or `)}) ${sql.raw("order by a")}`',
  ],
  [
    'drizzle',
    'sql`select * from ${sql.identifier("t")} where id = ${id} or id in ${[id, 2]} ${on ? sql`and a = ${1}` : undefined} ${sql.raw("order by a")}`',
  ],
  ['drizzle', 'sql`select * from t where id in (${sql.join(ids.map((one) => sql`${one}`), sql`, `)}) and a = ${sql.param(id)}${sql.empty()}`'],
  ['prisma', 'prisma.$queryRaw`select * from t where id = ${id}::uuid or id in (${Prisma.join(ids)}) ${Prisma.empty}`'],
  ['prisma', 'Prisma.sql`select * from t where ${Prisma.join([Prisma.sql`a = ${id}`, Prisma.sql`b = 1`], " and ")} ${Prisma.raw("order by a")}`'],
  ['prisma', 'prisma.$queryRaw`insert into t values ${Prisma.join([row, row].map((one) => Prisma.sql`(${one.a}, ${one.b})`))}`'],
];

test.each(cases)('%s makes the same of %s', async (library, code) => {
  const { imports, run } = libraries[library];
  const [first] = await parseScript('q.js', `${imports}\n${header}${code};\n`);
  expect(first?.embedded?.dynamic).toBeNull();
  // Two of a list stand for all; whether a blank follows its comma is no matter.
  const spaced = (sql: string | undefined) => sql?.trim().replace(/,\s*/g, ', ');
  expect(spaced(first && toPlannable(first))).toBe(spaced(await run(code)));
});

test('Drizzle makes the same of tables and columns', async () => {
  const code =
    "const t = pgTable('ledger_entry', { id: integer(), accountGroup: integer('account_group').notNull() }); const u = pgSchema('app').table('u', { id: integer('id') });";
  const query = 'sql`select ${t.id}, ${u.id} from ${t}, ${u} where ${t.accountGroup} = ${7}`';
  const [first] = await parseScript(
    'q.ts',
    `${libraries.drizzle.imports} import { pgTable, pgSchema, integer } from 'drizzle-orm/pg-core';\n${code}\nexport const q = ${query}`,
  );
  const made = new Function('sql', 'pgTable', 'pgSchema', 'integer', `${code} return ${query}`)(
    drizzle.sql,
    pgCore.pgTable,
    pgCore.pgSchema,
    pgCore.integer,
  );
  expect(first && toPlannable(first)).toBe(new pgCore.PgDialect().sqlToQuery(made).sql);
});
