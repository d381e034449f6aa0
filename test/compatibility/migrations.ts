import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import type { Database } from '../../src/database/database.ts';
import type { UserError } from '../../src/errors.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaFile } from '../../src/schema/schema-file.ts';
import { openFiles, openWith } from '../open-schema.ts';
import type { Row, Section } from './section.ts';

const home = 'fixtures/migrations';

/** A folder of `fixtures/migrations`. Each makes one table of four leaves in three steps, the last of which needs the one before it. */
function row(what: string, folder: string, happens: string): Row {
  const check = async () => {
    outcomes ??= loadAll(folders);
    return (await outcomes).get(folder) ?? 'not loaded';
  };
  folders.push(folder);
  return { what, happens, check };
}

const folders: string[] = [];
let outcomes: Promise<ReadonlyMap<string, string>> | undefined;

/** Something else that a schema may do; all are tried on one server too. */
function trial(what: string, query: string, happens: string): Row {
  const check = async () => {
    others ??= openFiles([
      'fixtures/migrations/psql/all.sql',
      'fixtures/migrations/partman/partman.sql',
      'fixtures/migrations/partman/version-4.sql',
    ]).then(askAll);
    return (await others).get(query) ?? 'not asked';
  };
  queries.push(query);
  return { what, happens, check };
}

const queries: string[] = [];
let others: Promise<ReadonlyMap<string, string>> | undefined;

async function askAll(database: Database): Promise<ReadonlyMap<string, string>> {
  try {
    const answers = new Map<string, string>();
    for (const query of queries) answers.set(query, String((await database.query(query))[0]?.['said']));
    return answers;
  } finally {
    await database.close();
  }
}

const countOf = (root: string) => `SELECT count(*) || ' leaves' AS said FROM pg_partition_tree('${root}') WHERE isleaf`;

const partitionsOf = (root: string) =>
  `SELECT string_agg('\`' || relid::regclass || '\`', ', ' ORDER BY relid) AS said FROM pg_partition_tree('${root}') WHERE isleaf`;

/** A folder that cannot be loaded, and what is said of it. */
function refusal(what: string, file: string, happens: string): Row {
  const check = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'planlint-refusal-'));
    try {
      writeFileSync(join(folder, '1_first.sql'), 'CREATE TABLE t (id int);');
      if (!file.endsWith('.sql')) rmSync(join(folder, '1_first.sql'));
      writeFileSync(join(folder, file), 'ALTER TABLE t OWNER TO ${owner};');
      readSchema([file.endsWith('.sql') ? file : '.'], folder);
      return 'loads';
    } catch (error) {
      return `refused: ${(error as UserError).message.replace(/^[^ ]* /, '')}`;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  return { what, happens, check };
}

/** One server for all, with a schema for each. */
async function loadAll(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const read = names.map((name) => [name, readSchema([`${home}/${name}`], process.cwd())] as const);
  const sql = read.map(([name, files]) => [`CREATE SCHEMA "${name}"; SET search_path = "${name}";`, ...files.map(({ text }) => text)].join('\n'));
  const database = await openWith([], sql.join('\n'));
  try {
    const rows = await database.query(`
      SELECT nspname, count(*) FILTER (WHERE relkind = 'r' AND relispartition)::int AS leaves,
             count(*) FILTER (WHERE EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attname = 'body'))::int AS whole
      FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE relname ~ '^event' GROUP BY nspname`);
    const counts = new Map(rows.map(({ nspname, leaves, whole }) => [nspname, `${leaves} leaves${whole === 7 ? '' : ', not whole'}`]));
    return new Map(read.map(([name, files]) => [name, `${files.length} files, ${counts.get(name)}${sayLeftOut(name, files)}`]));
  } finally {
    await database.close();
  }
}

function sayLeftOut(name: string, files: readonly SchemaFile[]): string {
  const loaded = files.map(({ path }) => path);
  const left = globSync('**/*.sql', { cwd: `${home}/${name}` }).filter((path) => !loaded.includes(`${home}/${name}/${path}`));
  if (left.length === 0) return '';
  return `; left out: ${
    left.length > 2
      ? `${left.length} files`
      : left
          .sort()
          .map((path) => `\`${path}\``)
          .join(', ')
  }`;
}

export const migrations: Section = {
  title: 'Migration folders',
  intro: `A folder is recognised by what is in it, and loads in its tool's order: only what makes a change, never what takes it back. Each of these
makes the same table, whose last change needs the one before it. The last rows are of other things that a schema's files may ask for; pg_partman's
partitions are as of 15 March 2024.`,
  heads: ['Folder', 'What is loaded'],
  rows: [
    row('Numbered files (`2_x.sql` before `10_x.sql`), Supabase', 'plain', '3 files, 4 leaves'),
    row(
      'Flyway: `V1.2__x.sql` by version, in subfolders too, then `R__x.sql`',
      'flyway',
      '4 files, 4 leaves; left out: `U1.10__second_tenant.sql`, `clean.sql`',
    ),
    row('Flyway from a baseline, `B2__x.sql`', 'flyway-baseline', '2 files, 4 leaves; left out: `V1__create_event.sql`, `V2__first_tenant.sql`'),
    row('dbmate (`-- migrate:up`, `-- migrate:down`)', 'dbmate', '3 files, 4 leaves'),
    row('goose (`-- +goose Up`, `-- +goose Down`)', 'goose', '3 files, 4 leaves'),
    row('sql-migrate (`-- +migrate Up`, `-- +migrate Down`)', 'sql-migrate', '3 files, 4 leaves'),
    row('Sqitch: `deploy/` in the order of `sqitch.plan`, reworked changes too', 'sqitch', '4 files, 4 leaves; left out: 5 files'),
    row('Prisma: `<time>_name/migration.sql`', 'prisma', '3 files, 4 leaves'),
    row('Drizzle Kit in the order of `meta/_journal.json`', 'drizzle', '3 files, 4 leaves; left out: `0011_taken_back.sql`'),
    row('Drizzle Kit with a folder for each migration', 'drizzle-folders', '3 files, 4 leaves'),
    row('node-pg-migrate SQL (`-- Up Migration`, `-- Down Migration`)', 'node-pg-migrate', '3 files, 4 leaves'),
    row('golang-migrate (`*.up.sql`, `*.down.sql`)', 'golang-migrate', '3 files, 4 leaves; left out: 3 files'),
    row('sqlx (`*.up.sql`, `*.down.sql`)', 'sqlx', '3 files, 4 leaves; left out: 3 files'),
    row('Liquibase formatted SQL', 'liquibase-sql', '3 files, 4 leaves'),
    row('Liquibase changelog in XML or YAML that takes in SQL', 'liquibase', '3 files, 4 leaves; left out: `old/drop.sql`'),
    row('Diesel: `<time>_name/up.sql`, `down.sql`', 'diesel', '3 files, 4 leaves; left out: 3 files'),
    row('Hasura: `<database>/<time>_name/up.sql`, `down.sql`', 'hasura', '3 files, 4 leaves; left out: 3 files'),
    row('Atlas, from its last checkpoint on', 'atlas', '2 files, 4 leaves; left out: `20240105093000.sql`'),
    row('tern (`---- create above / drop below ----`)', 'tern', '3 files, 4 leaves'),
    row('rambler (`-- rambler up`, `-- rambler down`)', 'rambler', '3 files, 4 leaves'),
    row('MyBatis Migrations (`-- //@UNDO`)', 'mybatis', '3 files, 4 leaves'),
    row('Play evolutions (`# --- !Ups`, `# --- !Downs`)', 'evolutions', '3 files, 4 leaves'),
    trial(
      "psql's `\\i`, `\\ir`, `\\set`: files in files, in one session and transaction",
      "SELECT count(*) FILTER (WHERE relispartition AND relkind = 'r') || ' leaves in the schema ' || nspname AS said FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE nspname = 'psql_events' GROUP BY nspname",
      '2 leaves in the schema psql_events',
    ),
    trial("psql's `\\copy … FROM 'rows.csv'`", "SELECT count(*) || ' rows' AS said FROM psql_events.event_kind", '2 rows'),
    trial(
      'pg_partman 5, `create_parent` by month',
      partitionsOf('by_month'),
      '`by_month_p20240101`, `by_month_p20240201`, `by_month_p20240301`, `by_month_p20240401`, `by_month_p20240501`, `by_month_default`',
    ),
    trial('pg_partman 5, by id, without a default', partitionsOf('by_id'), '`by_id_p0`, `by_id_p1000`, `by_id_p2000`, `by_id_p3000`, `by_id_p4000`'),
    trial(
      'pg_partman 5, by week, in a DO block',
      partitionsOf('in_block'),
      '`in_block_p20240304`, `in_block_p20240311`, `in_block_p20240318`, `in_block_default`',
    ),
    trial('pg_partman 5, `create_sub_partition` by id below years', countOf('by_year'), '10 leaves'),
    trial(
      'pg_partman 4, `native` and `monthly`',
      partitionsOf('old_month'),
      '`old_month_p2024_02`, `old_month_p2024_03`, `old_month_p2024_04`, `old_month_default`',
    ),
    refusal(
      'Migrations in code (Knex, TypeORM, Alembic, …)',
      '20240105_create.js',
      'refused: there is no SQL file in this folder, but migrations in code, such as 20240105_create.js',
    ),
    refusal(
      "A placeholder of Flyway's or Liquibase's without a value",
      'V1__owner.sql',
      'refused: ${owner} is a placeholder that Flyway puts a value in for',
    ),
  ],
};
