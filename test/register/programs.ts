/** A program, by the names of its files, and how it is run. Each of its statements stands on the line that it is called from. */
export interface Program {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** Behind `node`. */
  readonly run: readonly string[];
  /** Statements whose caller is not to be known, with why. */
  readonly lost?: Readonly<Record<string, string>>;
}

const cjs = (body: string): string => `const pg = require('pg');
(async () => {
${body}
})();
`;

const esm = (body: string): string => `import pg from 'pg';
${body}
`;

const client = `const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();`;

const postgres = (load: string): string => `${load}
async function main() {
  const sql = postgres(process.env.DATABASE_URL, { max: 2 });
  await sql\`SELECT \${1}::int AS tagged\`;
  await Promise.all([
    sql\`SELECT \${2}::int AS left\`,
    sql\`SELECT \${3}::int AS right\`,
    sql\`SELECT \${4}::int AS third\`,
  ]);
  await sql.unsafe('SELECT 5 AS unsafe');
  await sql.begin(async (inside) => {
    await inside\`SELECT \${6}::int AS inside\`;
  });
  await sql.end();
}
main();
`;

export const programs: readonly Program[] = [
  {
    title: 'a client of pg, from CommonJS',
    files: {
      'app.cjs': cjs(`${client}
await client.query('SELECT 1 AS plain');
await client.query('SELECT $1::int AS bound', [1]);
await client.query({ text: 'SELECT 2 AS configured' });
await client.query({ name: 'kept', text: 'SELECT $1::int AS kept', values: [3] });
await new Promise((done) =>
  client.query('SELECT 3 AS called', () => done()),
);
await client.end();`),
    },
    run: ['app.cjs'],
  },
  {
    title: 'calls that wait for the connection, and behind each other',
    files: {
      'app.mjs': esm(`const client = new pg.Client(process.env.DATABASE_URL);
const all = [
  client.query('SELECT 1 AS early'),
  client.query('SELECT 2 AS second'),
];
await client.connect();
all.push(
  client.query('SELECT 3 AS late'),
  client.query('SELECT 4/0 AS failing').catch(() => {}),
  client.query('SELECT 5 AS behind'),
);
await Promise.all(all);
await client.end();`),
    },
    run: ['app.mjs'],
  },
  {
    title: 'a pool that is shorter than what it is asked, and transactions',
    files: {
      'app.mjs': esm(`const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 2 });
await Promise.all([
  pool.query('SELECT 1 AS one'),
  pool.query('SELECT 2 AS two'),
  pool.query('SELECT $1::int AS three', [3]),
  pool.query('SELECT 4 AS four'),
  pool.query({ text: 'SELECT 5 AS five' }),
]);
const client = await pool.connect();
await client.query('BEGIN');
await client.query('SELECT 6 AS six');
await client.query('COMMIT');
client.release();
await new Promise((done) => {
  pool.query('SELECT 7 AS seven', done);
});
await pool.end();`),
    },
    run: ['app.mjs'],
  },
  {
    title: 'the same text from two places',
    files: {
      'app.mjs': esm(`${client}
const first = () => client.query('SELECT 1 AS same');
await first();
await client.query('SELECT 2 AS other');
await client.end();`),
    },
    run: ['app.mjs'],
  },
  { title: 'postgres.js, from ES modules', files: { 'app.mjs': postgres(`import postgres from 'postgres';`) }, run: ['app.mjs'] },
  { title: 'postgres.js, from CommonJS', files: { 'app.cjs': postgres(`const postgres = require('postgres');`) }, run: ['app.cjs'] },
  {
    title: 'TypeScript through tsx',
    files: {
      'app.ts': `import pg from 'pg';
interface Padding {
  readonly a: number;
}

async function main(): Promise<void> {
  const client: pg.Client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  type Row = { readonly n: number };
  await client.query<Row>('SELECT 1 AS typed');
  await client.end();
}
main();
`,
    },
    run: ['node_modules/tsx/dist/cli.mjs', 'app.ts'],
  },
  {
    title: 'Vitest',
    files: {
      'app.test.ts': `import pg from 'pg';
import { expect, test } from 'vitest';
import { ask } from './ask.ts';

interface Padding {
  readonly a: number;
}

test('asks', async () => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query('SELECT 1 AS tested');
  await ask(client);
  await client.end();
});
`,
      'ask.ts': `import type pg from 'pg';

export interface Padding {
  readonly a: number;
}

export const ask = async (client: pg.Client): Promise<void> => {
  await client.query('SELECT 2 AS asked');
};
`,
    },
    run: ['node_modules/vitest/vitest.mjs', 'run', '--root', '.'],
  },
  {
    title: 'Jest',
    files: {
      'package.json': '{ "jest": { "watchman": false, "haste": { "enableSymlinks": false } } }',
      'app.test.js': `const pg = require('pg');
const postgres = require('postgres');

test('asks', async () => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  await client.query('SELECT 1 AS tested');
  await client.end();
  const sql = postgres(process.env.DATABASE_URL);
  await sql\`SELECT 2 AS tagged\`;
  await sql.end();
});
`,
    },
    run: ['node_modules/jest/bin/jest.js', '--rootDir', '.'],
  },
  {
    title: 'ORMs and query builders over pg',
    files: {
      'app.mjs': `import pg from 'pg';
import knexOf from 'knex';
import { Kysely, PostgresDialect, sql as ky } from 'kysely';
import { DataSource } from 'typeorm';
import { Sequelize } from 'sequelize';
import { MikroORM, EntitySchema } from '@mikro-orm/postgresql';

const url = process.env.DATABASE_URL;
const knex = knexOf({ client: 'pg', connection: url });
await knex.raw('SELECT 1 AS knexraw');
await knex.destroy();
const kysely = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: url }) }) });
await ky\`SELECT 1 AS kysely\`.execute(kysely);
await kysely.destroy();
const source = await new DataSource({ type: 'postgres', url }).initialize();
await source.query('SELECT 1 AS typeormraw');
await source.destroy();
const sequelize = new Sequelize(url, { logging: false });
await sequelize.query('SELECT 1 AS sequelize');
await sequelize.close();
const orm = await MikroORM.init({ clientUrl: url.replace(/\\?.*/, ''), entities: [new EntitySchema({ name: 'E', properties: { id: { type: 'number', primary: true } } })] });
await orm.em.getConnection().execute('SELECT 1 AS mikro');
await orm.close();
`,
    },
    run: ['app.mjs'],
  },
];
