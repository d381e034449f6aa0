/** What `docs/orms.md` says of an ORM beside what is measured. */
export interface Page {
  /** The name of its file. */
  readonly orm: string;
  readonly title: string;
  /** Whose version is named. */
  readonly packageName: string;
  /** What to know in a minute. Markdown. */
  readonly advice: string;
  /** Where its model of a credit stands that names the id alone as its key, and the one that names all keys: a file, and how it begins. */
  readonly models?: readonly [byId: readonly [file: string, start: string], byKeys: readonly [file: string, start: string]];
  /** What takes the place of an operation, where that is not the same with all keys. */
  readonly instead?: Readonly<Record<string, string>>;
}

export const pages: readonly Page[] = [
  {
    orm: 'drizzle',
    title: 'Drizzle',
    packageName: 'drizzle-orm',
    advice: `A WHERE and an ON say what you write, so write all keys. **Relations (\`with\`) cannot be mended by naming the keys**: they become a \`LATERAL\` subquery with a
\`LIMIT\`, which PostgreSQL plans for whatever row may come, so it plans and locks every leaf. Join instead.`,
    instead: { relation: 'join, all keys' },
  },
  {
    orm: 'knex',
    title: 'Knex',
    packageName: 'knex',
    advice: 'It sends what you write. A join takes an object of columns, so that no key is left behind.',
  },
  {
    orm: 'kysely',
    title: 'Kysely',
    packageName: 'kysely',
    advice: 'It sends what you write. `and({ … })` takes all keys at once.',
  },
  {
    orm: 'mikro-orm',
    title: 'MikroORM',
    packageName: '@mikro-orm/core',
    advice: `Make every partition key a part of the primary key, and name all of them in \`joinColumns\`: \`flush()\`, \`remove()\` and \`populate\` carry them from then on, by join and by
\`IN\` alike. \`ownColumns\` says which of the columns the relation itself may write.`,
    models: [
      ['mikro-orm.js', 'const CreditById '],
      ['mikro-orm.js', 'const Credit '],
    ],
  },
  {
    orm: 'postgres',
    title: 'postgres.js',
    packageName: 'postgres',
    advice: 'It sends what you write.',
  },
  {
    orm: 'prisma',
    title: 'Prisma',
    packageName: '@prisma/client',
    advice: `Here with \`@prisma/adapter-pg\` and \`engineType = "client"\`. Make every partition key a part of \`@@id\`, and name all of them in the \`fields\` and \`references\` of a relation:
\`include\` and filters carry them from then on. \`findUnique\`, \`update\` and \`delete\` ask for \`id_accountGroup_createdAt\`, and refuse the id alone;
\`oneOf(key)\` below is \`{ id_accountGroup_createdAt: { id, accountGroup, createdAt } }\`.`,
    models: [
      ['schema-by-id.prisma', 'model Credit '],
      ['schema.prisma', 'model Credit '],
    ],
  },
  {
    orm: 'sequelize',
    title: 'Sequelize',
    packageName: 'sequelize',
    advice: `Make every partition key a part of the primary key: \`save()\`, \`update()\` and \`destroy()\` of a loaded row carry them from then on. \`findByPk\` takes one key only, and
associations join on one column only: give the others in \`where\`, of the query and of the \`include\`.`,
    models: [
      ['sequelize.js', 'const CreditById '],
      ['sequelize.js', 'const Credit '],
    ],
  },
  {
    orm: 'typeorm',
    title: 'TypeORM',
    packageName: 'typeorm',
    advice: `Make every partition key a part of the primary key (\`primary: true\`, or \`@PrimaryColumn\`), and name all of them in \`joinColumn\` (\`@JoinColumn\`): \`save()\`, \`remove()\` and relations
carry them from then on. With the id alone \`save()\` reads every leaf twice: once to load the row again, once to write it.`,
    models: [
      ['typeorm.js', 'const CreditById '],
      ['typeorm.js', 'const Credit '],
    ],
  },
];
