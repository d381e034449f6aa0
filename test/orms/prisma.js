import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PrismaPg } from '@prisma/adapter-pg';

const require = createRequire(import.meta.url);
const folder = mkdtempSync(join(tmpdir(), 'planlint-prisma-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const [Client, ClientById] = await Promise.all(['schema.prisma', 'schema-by-id.prisma'].map(generateClient));

/** Makes the client of a schema. Its engine is a part of it; the programs that Prisma would fetch have nothing to do. */
async function generateClient(schema) {
  const client = join(folder, schema.replace('.prisma', ''));
  const programs = { PRISMA_QUERY_ENGINE_LIBRARY: process.execPath, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath };
  const prisma = join(dirname(require.resolve('prisma/package.json')), 'build/index.js');
  await promisify(execFile)(process.execPath, [prisma, 'generate', '--no-hints', '--schema', schema], {
    cwd: import.meta.dirname,
    env: { ...process.env, ...programs, PRISMA_CLIENT: client, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  });
  return require(client).PrismaClient;
}

export async function open() {
  const adapter = new PrismaPg({ connectionString: process.env.DATABASE_URL });
  const [prisma, prismaById] = [new Client({ adapter }), new ClientById({ adapter })];
  return [{ prisma, prismaById }, () => Promise.all([prisma.$disconnect(), prismaById.$disconnect()])];
}

const oneOf = ({ id, accountGroup, createdAt }) => ({ id_accountGroup_createdAt: { id, accountGroup, createdAt } });

export const operations = {
  'statement by period': ({ prisma }, { accountId, accountGroup, from, to }) =>
    prisma.ledgerEntry.findMany({ where: { accountId, accountGroup, createdAt: { gte: from, lt: to } }, orderBy: { createdAt: 'asc' } }),
  balance: ({ prisma }, { accountId, accountGroup, from, to }) =>
    prisma.ledgerEntry.aggregate({ _sum: { amount: true }, where: { accountId, accountGroup, createdAt: { gte: from, lt: to } } }),
  'find, id alone': ({ prismaById }, { id }) => prismaById.credit.findUnique({ where: { id } }),
  'find, all keys': ({ prisma }, key) => prisma.credit.findUnique({ where: oneOf(key) }),
  'update, id alone': ({ prismaById }, { id }) => prismaById.credit.update({ where: { id }, data: { amount: 20 } }),
  'update, all keys': ({ prisma }, key) => prisma.credit.update({ where: oneOf(key), data: { amount: 20 } }),
  'update many, all keys': ({ prisma }, { id, accountGroup, createdAt }) =>
    prisma.credit.updateMany({ where: { id, accountGroup, createdAt }, data: { amount: 20 } }),
  'delete, id alone': ({ prismaById }, { id }) => prismaById.credit.delete({ where: { id } }),
  'delete, all keys': ({ prisma }, key) => prisma.credit.delete({ where: oneOf(key) }),
  'join, id alone': ({ prismaById }, { id, accountGroup, createdAt }) =>
    prismaById.credit.findMany({ where: { id, accountGroup, createdAt, entry: { status: { not: 'void' } } } }),
  'join, all keys': ({ prisma }, { id, accountGroup, createdAt }) =>
    prisma.credit.findMany({ where: { id, accountGroup, createdAt, entry: { status: { not: 'void' } } } }),
  'relation, id alone': ({ prismaById }, { id, accountGroup, createdAt }) =>
    prismaById.credit.findFirst({ where: { id, accountGroup, createdAt }, include: { entry: true } }),
  'relation, all keys': ({ prisma }, { id, accountGroup, createdAt }) =>
    prisma.credit.findFirst({ where: { id, accountGroup, createdAt }, include: { entry: true } }),
  'relation of many, all keys': ({ prisma }, { ids, accountGroup, from, to }) =>
    prisma.credit.findMany({ where: { id: { in: ids }, accountGroup, createdAt: { gte: from, lt: to } }, include: { entry: true } }),
  'batch, id alone': ({ prismaById }, { ids }) => prismaById.credit.findMany({ where: { id: { in: ids } } }),
  'batch, all keys': ({ prisma }, { ids, accountGroup, from, to }) =>
    prisma.credit.findMany({ where: { id: { in: ids }, accountGroup, createdAt: { gte: from, lt: to } } }),
  insert: ({ prisma }, { newId, entryId, accountGroup, createdAt }) =>
    prisma.credit.create({ data: { id: newId, entryId, accountGroup, createdAt, amount: 10 } }),
  'look-up': ({ prisma }, { entryNumber }) => prisma.ledgerLookup.findUnique({ where: { entryNumber } }),
};

/** Prisma 6 has no nested transactions. */
export const sessions = {
  transaction: async ({ prisma }, key) => {
    await prisma.$transaction(async (outer) => {
      await outer.credit.update({ where: oneOf(key), data: { amount: 21 } });
    });
    const failed = prisma.$transaction([
      prisma.credit.update({ where: oneOf(key), data: { amount: 22 } }),
      prisma.credit.create({ data: { id: key.id, entryId: key.entryId, accountGroup: key.accountGroup, createdAt: key.createdAt, amount: 23 } }),
    ]);
    const code = await failed.catch((error) => error.code);
    const { amount } = await prisma.credit.findUnique({ where: oneOf(key) });
    return code === 'P2002' && amount.toFixed(4) === '21.0000';
  },
};
