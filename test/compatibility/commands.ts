import { openEmbedded } from '../../src/database/embedded.ts';
import { checkAll, toStatement } from '../check-sql.ts';
import type { Row, Section } from './section.ts';

/** Migrators, the folder of a small project of theirs, and the command that a team would run in it. */
const migrators: readonly (readonly [what: string, folder: string, command: string])[] = [
  ['Prisma Migrate 6', 'prisma', 'npx prisma migrate deploy'],
  ['Drizzle Kit', 'drizzle', 'npx drizzle-kit migrate'],
  ['Knex', 'knex', 'npx knex migrate:latest'],
  ['TypeORM', 'typeorm', 'npx typeorm migration:run -d data-source.js'],
  ['node-pg-migrate', 'node-pg-migrate', 'npx node-pg-migrate up'],
];

/** Prisma would fetch programs that a run with a driver adapter has no use for. */
const programs = { PRISMA_QUERY_ENGINE_LIBRARY: process.execPath, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };

async function runMigrator(folder: string, text: string): Promise<string> {
  const cwd = `${import.meta.dirname}/../../fixtures/migrators/${folder}`;
  const command = { text, env: folder === 'prisma' ? programs : {}, inputs: ['.'] };
  const database = await openEmbedded({ schema: [], seed: [], cwd, settings: {}, binaries: null, command });
  try {
    const where = ['account_group = $1 AND created_at = $2', 'account_group = $1'].map((condition) =>
      toStatement(`SELECT 1 FROM entry WHERE ${condition}`),
    );
    const [right, wrong] = await checkAll(database, where);
    const leaves = right?.statement.tables[0]?.leaves.total;
    const isRight = right?.statement.verdict === 'ok' && right.findings.length === 0;
    const isFound = wrong?.findings.map(({ rule }) => rule).join() === 'require-partition-keys';
    return `${leaves} leaves are made; a right query ${isRight ? 'passes' : 'does not pass'}, a wrong one ${isFound ? 'is found' : 'is not found'}`;
  } finally {
    await database.close();
  }
}

export const commands: Section = {
  title: 'Migrators, by --schema-command',
  intro: `With \`--schema-command\` a team's own migrator makes the tables. It runs in the working folder, by \`/bin/sh\`, with the environment of planlint; the server that it is to work on
stands in \`DATABASE_URL\`, \`PGHOST\`, \`PGPORT\`, \`PGUSER\`, \`PGPASSWORD\`, \`PGDATABASE\` (\`app\`) and \`PGSSLMODE\`, and in the variables of \`--env NAME=template\`, in which \`{host}\`, \`{port}\`,
\`{user}\`, \`{password}\`, \`{database}\` and \`{url}\` are filled in. \`--schema-input\` names what it reads; as long as that holds the same, the tables come from the cache.

These are not among the tests; what to write follows from their manuals:

- Rails: \`--schema-command "bin/rails db:migrate" --env RAILS_ENV=test --schema-input db\`
- Django: \`--schema-command "python manage.py migrate"\`, where the settings read \`DATABASE_URL\` or \`PG*\`; else such as \`--env DB_HOST={host} --env DB_PORT={port}\`
- Alembic: \`--schema-command "alembic upgrade head"\`, where \`env.py\` reads \`DATABASE_URL\`; else such as \`--env SQLALCHEMY_DATABASE_URI=postgresql+psycopg://{user}:{password}@{host}:{port}/{database}\`
- EF Core: \`--schema-command "dotnet ef database update" --env "ConnectionStrings__Db=Host={host};Port={port};Username={user};Password={password};Database={database}"\`
- Liquibase: \`--schema-command "liquibase update" --env "LIQUIBASE_COMMAND_URL=jdbc:postgresql://{host}:{port}/{database}" --env LIQUIBASE_COMMAND_USERNAME={user} --env LIQUIBASE_COMMAND_PASSWORD={password}\`

Prisma Migrate runs here with \`engine: 'js'\` and a driver adapter, which fetch no program; the adapter needs the few lines of \`fixtures/migrators/prisma/prisma.config.js\` until prisma/orm#27403 is mended.`,
  heads: ['Migrator', 'What happens'],
  rows: migrators.map(
    ([what, folder, command]): Row => ({
      what: `${what}: \`${command}\``,
      happens: '4 leaves are made; a right query passes, a wrong one is found',
      check: () => runMigrator(folder, command),
    }),
  ),
};
