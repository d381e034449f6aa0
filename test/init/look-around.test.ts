import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readEnvironment } from '../../src/init/find-migrators.ts';
import { listsOf } from '../../src/init/find-schemas.ts';
import { lookAround } from '../../src/init/look-around.ts';
import { openRepository } from '../../src/init/repository.ts';

const fixtures = join(import.meta.dirname, '../../fixtures');
const folder = mkdtempSync(join(tmpdir(), 'planlint-look-'));
afterAll(() => rmSync(folder, { recursive: true }));
let made = 0;

/** A repository of files: their text, or what of the fixtures is there. */
type Files = Readonly<Record<string, string | { readonly from: string }>>;

async function look(files: Files) {
  const cwd = join(folder, `${made++}`);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    if (typeof content === 'string') writeFileSync(join(cwd, path), content);
    else cpSync(join(fixtures, content.from), join(cwd, path), { recursive: true });
  }
  return lookAround(await openRepository(cwd));
}

const packageOf = (...names: readonly string[]) =>
  JSON.stringify({ scripts: { test: 'vitest' }, dependencies: Object.fromEntries(names.map((name) => [name, '1'])) });
const tables = 'CREATE TABLE entry (g int, at timestamptz) PARTITION BY LIST (g);';
const query = 'SELECT * FROM entry WHERE g = $1;\n';

describe('the schema', () => {
  const cases: readonly (readonly [tool: string, files: Files, path: string, command: string | null])[] = [
    ['Flyway', { 'db/migration': { from: 'migrations/flyway' } }, 'db/migration', null],
    ['Flyway, named otherwise', { 'sql/V1__a.sql': tables, 'sql/R__b.sql': 'SELECT 1;' }, 'sql', null],
    ['Liquibase', { liquibase: { from: 'migrations/liquibase' } }, 'liquibase/db.changelog-master.xml', null],
    ['Sqitch', { sqitch: { from: 'migrations/sqitch' } }, 'sqitch', null],
    [
      'Prisma, in SQL',
      { 'prisma/migrations': { from: 'migrations/prisma' }, 'prisma/schema.prisma': 'model a {}', 'package.json': packageOf('prisma') },
      'prisma/migrations',
      null,
    ],
    ['Drizzle Kit', { drizzle: { from: 'migrations/drizzle' } }, 'drizzle', null],
    ['Drizzle Kit, in folders', { 'src/db/drizzle': { from: 'migrations/drizzle-folders' } }, 'src/db/drizzle', null],
    [
      'node-pg-migrate, in SQL',
      { migrations: { from: 'migrations/node-pg-migrate' }, 'package.json': packageOf('node-pg-migrate') },
      'migrations',
      null,
    ],
    ['golang-migrate', { 'internal/db/migrations': { from: 'migrations/golang-migrate' } }, 'internal/db/migrations', null],
    ['Supabase', { 'supabase/migrations': { from: 'migrations/supabase' } }, 'supabase/migrations', null],
    ['a dump of Rails', { 'db/structure.sql': { from: 'dumps/structure.sql' }, 'bin/rails': '' }, 'db/structure.sql', null],
    ['a plain file', { 'db/schema.sql': tables }, 'db/schema.sql', null],
    ['a plain file beside those of tests', { 'test/fixtures/schema.sql': tables, 'sql/schema.sql': tables }, 'sql/schema.sql', null],
    ['what sqlc names', { 'sqlc.yaml': 'sql:\n  - schema: "tables.d"\n    queries: "q"\n', 'tables.d/1.sql': tables }, 'tables.d', null],
    ['the partitioned one of two', { 'a/schema.sql': 'CREATE TABLE a (b int);', 'z/schema.sql': tables }, 'z/schema.sql', null],
    ['migrations before a dump', { 'db/schema.sql': tables, 'migrations/1_a.sql': tables, 'migrations/2_b.sql': 'SELECT 1;' }, 'migrations', null],
    [
      'Knex',
      { 'knexfile.js': 'export default {}', 'migrations/1_a.js': `knex.raw('${tables}')`, 'package.json': packageOf('knex') },
      'migrations',
      'npx knex migrate:latest --knexfile knexfile.js',
    ],
    [
      'TypeORM',
      { 'src/data-source.ts': '', 'src/migrations/1-a.ts': tables, 'package.json': packageOf('typeorm') },
      'src/migrations',
      'npx typeorm-ts-node-commonjs migration:run -d src/data-source.ts',
    ],
    [
      'node-pg-migrate, in code',
      { 'migrations/1_a.js': tables, 'package.json': packageOf('node-pg-migrate') },
      'migrations',
      'npx node-pg-migrate up',
    ],
    [
      'Sequelize',
      { 'config/config.json': '{}', 'migrations/1-a.js': tables, 'package.json': packageOf('sequelize-cli') },
      'migrations',
      'npx sequelize-cli db:migrate',
    ],
    ['Alembic', { 'alembic.ini': '', 'alembic/versions/a.py': tables }, 'alembic/versions', 'alembic -c alembic.ini upgrade head'],
    ['Django', { 'manage.py': '', 'app/migrations/0001_initial.py': tables }, 'app/migrations', 'python manage.py migrate'],
    ['Rails', { 'bin/rails': '', 'db/migrate/1_a.rb': tables }, 'db/migrate', 'bin/rails db:migrate'],
  ];
  test.each(cases)('%s', async (_, files, path, command) => {
    const { parts } = await look(files);
    expect(parts.map(({ schema }) => [schema.path, schema.command])).toEqual([[path, command]]);
  });

  test('there is none', async () => {
    expect((await look({ 'src/a.ts': 'export {};', 'migrations/1_a.js': tables, 'node_modules/a/schema.sql': tables })).parts).toEqual([]);
  });

  test('a command gets the variables that its config reads', async () => {
    const knexfile =
      'const { env } = process; export default { host: process.env.DB_HOST, port: process.env["DB_PORT"], user: process.env.DB_USER, tz: process.env.TZ }';
    const { parts } = await look({ 'knexfile.js': knexfile, 'migrations/1_a.js': tables, 'package.json': packageOf('knex') });
    expect(parts[0]?.schema).toMatchObject({
      inputs: ['migrations', 'knexfile.js'],
      env: { DB_HOST: '{host}', DB_PORT: '{port}', DB_USER: '{user}' },
    });
    expect(
      readEnvironment("process.env.DATABASE_URL, process.env.PGHOST, os.environ['POSTGRES_PASSWORD'], process.env.MYDB_URL, process.env.DB_NAME"),
    ).toEqual({
      POSTGRES_PASSWORD: '{password}',
      MYDB_URL: '{url}',
      DB_NAME: '{database}',
    });
  });
});

describe('the queries', () => {
  const schema = { 'db/schema.sql': tables };
  const cases: readonly (readonly [what: string, files: Files, paths: readonly string[], exclude: readonly string[]])[] = [
    ['a folder of SQL', { 'db/queries/a.sql': query, 'db/queries/b/c.sql': query }, ['db/queries'], []],
    ['a file at the top', { 'report.sql': query }, ['report.sql'], []],
    ['beside the schema, which is left out', { 'db/a.sql': query }, ['db'], ['db/schema.sql']],
    [
      'no migrations, seeds or files that only make tables',
      { 'db/seeds/a.sql': 'INSERT INTO entry VALUES (1);', 'x/down/a.sql': query, 'db/ddl2.sql': tables },
      [],
      [],
    ],
    ['tagged templates', { 'src/entry/store.ts': 'const a = await sql`SELECT 1 FROM entry`;', 'src/index.ts': '' }, ['src'], []],
    ['with a type', { 'src/store.ts': 'sql<Entry[]>`\n  -- all\n  select 1`' }, ['src'], []],
    ['raw queries of Prisma', { 'app/store.ts': 'prisma.$queryRaw`UPDATE entry SET a = 1`' }, ['app'], []],
    ['texts that methods are called with', { 'lib/store.js': "pool.query('SELECT 1')" }, ['lib'], []],
    ['not those of tests', { 'src/store.test.ts': 'sql`SELECT 1`' }, [], []],
    [
      'without the tests between them',
      { 'src/store.ts': 'sql`SELECT 1`', 'src/store.test.ts': 'sql`SELECT 1`' },
      ['src'],
      ['src/**/*.{test,spec}.*'],
    ],
    ['not a word in prose', { 'src/a.ts': '// write sql `select` here\nconst t = "select one";' }, [], []],
    [
      'what sqlc names',
      { 'sqlc.yaml': 'sql:\n  - schema: db/schema.sql\n    queries:\n      - "one"\n      - two\n', 'one/a.sql': query, 'two/b.sql': query },
      ['one', 'two'],
      [],
    ],
  ];
  test.each(cases)('%s', async (_, files, paths, exclude) => {
    const { parts } = await look({ ...schema, ...files });
    expect(parts[0]).toMatchObject({ paths, exclude });
  });
});

describe('what is around', () => {
  const cases: readonly (readonly [what: string, files: Files, expected: object])[] = [
    [
      'nothing',
      {},
      { server: null, orm: null, ci: 'none', hook: 'none', isPackage: false, isDependency: false, packageManager: 'npm', hasTests: false },
    ],
    [
      'a service of Compose',
      { 'docker-compose.yml': 'services:\n  db:\n    image: postgres:16.4-alpine\n' },
      { server: { major: 16, file: 'docker-compose.yml' } },
    ],
    ['PostGIS', { 'compose.yaml': 'image: "postgis/postgis:15-3.4"' }, { server: { major: 15, file: 'compose.yaml' } }],
    ['TimescaleDB', { 'compose.yaml': 'image: timescale/timescaledb:2.17.2-pg17' }, { server: { major: 17, file: 'compose.yaml' } }],
    [
      'a service of a workflow',
      { '.github/workflows/ci.yml': 'services: { db: { image: postgres:17 } }' },
      { server: { major: 17, file: '.github/workflows/ci.yml' }, ci: 'github' },
    ],
    ['another server', { 'compose.yaml': 'image: redis:7' }, { server: null }],
    ['GitLab and pre-commit', { '.gitlab-ci.yml': '', '.pre-commit-config.yaml': '' }, { ci: 'gitlab', hook: 'pre-commit' }],
    [
      'husky and pnpm',
      { '.husky/pre-push': '', 'pnpm-lock.yaml': '', 'package.json': packageOf('drizzle-orm') },
      { hook: 'husky', packageManager: 'pnpm', orm: 'drizzle-orm', isPackage: true, hasTests: true },
    ],
    ['planlint itself', { 'package.json': packageOf('planlint') }, { isPackage: true, isDependency: true }],
    ['lefthook', { 'lefthook.yml': '' }, { hook: 'lefthook' }],
  ];
  test.each(cases)('%s', async (_, files, expected) => {
    expect((await look(files)).surroundings).toMatchObject(expected);
  });
});

test('packages of a monorepo have a part each', async () => {
  const { parts } = await look({
    'package.json': packageOf(),
    'packages/ledger/package.json': '{}',
    'packages/ledger/db/schema.sql': tables,
    'packages/ledger/db/seed.sql': 'INSERT INTO entry VALUES (1);',
    'packages/ledger/queries/a.sql': query,
    'packages/shop/package.json': '{}',
    'packages/shop/migrations/1_a.sql': tables,
    'packages/shop/migrations/2_a.sql': tables,
    'packages/shop/src/store.ts': 'sql`SELECT 1`',
    'packages/site/package.json': '{}',
    'packages/site/schema.sql': 'CREATE TABLE page (id int);',
  });
  expect(parts.map(({ name, schema, seed, paths }) => [name, schema.path, seed, paths])).toEqual([
    ['packages/ledger', 'packages/ledger/db/schema.sql', ['packages/ledger/db/seed.sql'], ['packages/ledger/queries']],
    ['packages/shop', 'packages/shop/migrations', [], ['packages/shop/src']],
  ]);
});

test.each([
  ['schema: db', ['db']],
  ['"schema": ["a", "b.sql"],', ['a', 'b.sql']],
  ['- schema:\n    - a\n    - "b"\n  queries: c', ['a', 'b']],
  ["  schema: 'x y'", ['x', 'y']],
  ['other: a', []],
])('values of a key: %j', (text, expected) => expect(listsOf(text, 'schema')).toEqual(expected));
