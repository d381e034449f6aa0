import { posix } from 'node:path';
import type { FoundSchema } from './find-schemas.ts';
import { packagesOf, type Repository } from './repository.ts';

/** A tool whose migrations are programs. */
interface Migrator {
  readonly tool: string;
  /** A file that is there where the tool is used; its folder is where the command's paths begin. */
  readonly config: RegExp;
  /** The package it takes, where it is one of npm's. */
  readonly needs?: string;
  readonly migrations: RegExp;
  command(config: string): string;
}

const script = String.raw`(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$`;

const migrators: readonly Migrator[] = [
  {
    tool: 'Knex',
    needs: 'knex',
    config: /(?:^|\/)knexfile\.[cm]?[jt]s$/,
    migrations: new RegExp(`(?:^|/)migrations/[^/]+${script}`),
    command: (config) => `npx knex migrate:latest --knexfile ${config}`,
  },
  {
    tool: 'TypeORM',
    needs: 'typeorm',
    config: /(?:^|\/)(?:[\w.-]*data-?source|ormconfig)\.[cm]?[jt]s$/i,
    migrations: new RegExp(`(?:^|/)migrations?/[^/]+${script}`),
    command: (config) => `npx ${/ts$/.test(config) ? 'typeorm-ts-node-commonjs' : 'typeorm'} migration:run -d ${config}`,
  },
  {
    tool: 'MikroORM',
    needs: '@mikro-orm/migrations',
    config: /(?:^|\/)mikro-orm\.config\.[cm]?[jt]s$/,
    migrations: new RegExp(`(?:^|/)migrations/[^/]+${script}`),
    command: () => 'npx mikro-orm migration:up',
  },
  {
    tool: 'Sequelize',
    needs: 'sequelize-cli',
    config: /(?:^|\/)(?:\.sequelizerc|config\/config\.(?:json|js))$/,
    migrations: new RegExp(`(?:^|/)migrations/[^/]+${script}`),
    command: () => 'npx sequelize-cli db:migrate',
  },
  {
    tool: 'node-pg-migrate',
    needs: 'node-pg-migrate',
    config: /^package\.json$/,
    migrations: new RegExp(`(?:^|/)migrations/\\d[^/]*${script}`),
    command: () => 'npx node-pg-migrate up',
  },
  {
    tool: 'Prisma',
    needs: 'prisma',
    config: /(?:^|\/)schema\.prisma$/,
    migrations: /(?:^|\/)schema\.prisma$/,
    command: (config) => `npx prisma db push --skip-generate --schema ${config}`,
  },
  {
    tool: 'Alembic',
    config: /(?:^|\/)alembic\.ini$/,
    migrations: /(?:^|\/)versions\/[^/]+\.py$/,
    command: (config) => `alembic -c ${config} upgrade head`,
  },
  { tool: 'Django', config: /(?:^|\/)manage\.py$/, migrations: /(?:^|\/)migrations\/\d[^/]*\.py$/, command: (config) => `python ${config} migrate` },
  { tool: 'Rails', config: /^bin\/rails$/, migrations: /^db\/migrate\/[^/]+\.rb$/, command: () => 'bin/rails db:migrate' },
  { tool: 'Ecto', config: /^mix\.exs$/, migrations: /(?:^|\/)priv\/repo\/migrations\/[^/]+\.exs$/, command: () => 'mix ecto.migrate' },
  { tool: 'Laravel', config: /^artisan$/, migrations: /^database\/migrations\/[^/]+\.php$/, command: () => 'php artisan migrate --force' },
];

/** Tools whose migrations only they can run, and how they are run. */
export function findMigrators(repository: Repository): readonly FoundSchema[] {
  const packages = packagesOf(repository);
  return migrators.flatMap(({ tool, config, needs, migrations, command }) => {
    if (needs !== undefined && !packages.has(needs)) return [];
    const own = repository.files.find((path) => config.test(path));
    const files = repository.files.filter((path) => migrations.test(path));
    const [first] = files;
    if (own === undefined || first === undefined) return [];
    const folder = first === own ? own : posix.dirname(first);
    const isPartitioned = files.some((path) => /\bpartition\s+by\b/i.test(repository.read(path)));
    const inputs = [...new Set([folder, own])].filter((path) => path !== 'package.json');
    return [{ tool, path: folder, files: 0, command: command(own), inputs, env: readEnvironment(repository.read(own)), isPartitioned }];
  });
}

/** What the last word of a variable's name stands for. */
const meanings: readonly (readonly [name: RegExp, placeholder: string])[] = [
  [/(?:^|_)(?:URL|URI|DSN)$/, '{url}'],
  [/(?:^|_)HOST(?:NAME)?$/, '{host}'],
  [/(?:^|_)PORT$/, '{port}'],
  [/(?:^|_)(?:USER|USERNAME)$/, '{user}'],
  [/(?:^|_)(?:PASS|PASSWORD)$/, '{password}'],
  [/(?:^|_)(?:DB|DATABASE|NAME|DBNAME)$/, '{database}'],
];

/** Variables of a database that a tool's config reads, save for those that are set anyway. */
export function readEnvironment(text: string): Readonly<Record<string, string>> {
  const names = [...text.matchAll(/process\.env(?:\.|\[['"])(\w+)|\b(?:environ(?:\.get)?|getenv|env)[([]\s*['"](\w+)['"]/g)].map(
    ([, js, other]) => js ?? other ?? '',
  );
  const own = names.filter((name) => !/^PG[A-Z]+$/.test(name) && name !== 'DATABASE_URL' && /DB|PG|POSTGRES|DATABASE|SQL|TYPEORM|KNEX/.test(name));
  return Object.fromEntries(
    own.flatMap((name) => {
      const placeholder = meanings.find(([pattern]) => pattern.test(name))?.[1];
      return placeholder === undefined ? [] : [[name, placeholder]];
    }),
  );
}
