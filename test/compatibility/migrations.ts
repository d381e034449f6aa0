import { globSync } from 'tinyglobby';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaFile } from '../../src/schema/schema-file.ts';
import { openWith } from '../open-schema.ts';
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
makes the same table, whose last change needs the one before it.`,
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
  ],
};
