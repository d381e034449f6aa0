import { EntitySchema, MikroORM, raw } from '@mikro-orm/postgresql';

const Entry = new EntitySchema({
  name: 'Entry',
  tableName: 'ledger_entry',
  properties: {
    id: { type: 'uuid', primary: true },
    accountGroup: { type: 'integer', primary: true },
    createdAt: { type: 'Date', primary: true },
    accountId: { type: 'integer' },
    status: { type: 'text' },
    amount: { type: 'decimal' },
  },
});

const Credit = new EntitySchema({
  name: 'Credit',
  tableName: 'credit',
  properties: {
    id: { type: 'uuid', primary: true },
    accountGroup: { type: 'integer', primary: true },
    createdAt: { type: 'Date', primary: true },
    amount: { type: 'decimal' },
    entry: {
      kind: 'm:1',
      entity: 'Entry',
      joinColumns: ['entry_id', 'account_group', 'created_at'],
      ownColumns: ['entry_id'],
    },
  },
});

const EntryById = new EntitySchema({
  name: 'EntryById',
  tableName: 'ledger_entry',
  properties: {
    id: { type: 'uuid', primary: true },
    accountGroup: { type: 'integer' },
    createdAt: { type: 'Date' },
    accountId: { type: 'integer' },
    status: { type: 'text' },
    amount: { type: 'decimal' },
  },
});

const CreditById = new EntitySchema({
  name: 'CreditById',
  tableName: 'credit',
  properties: {
    id: { type: 'uuid', primary: true },
    accountGroup: { type: 'integer' },
    createdAt: { type: 'Date' },
    amount: { type: 'decimal' },
    entry: {
      kind: 'm:1',
      entity: 'EntryById',
      joinColumn: 'entry_id',
    },
  },
});

const Lookup = new EntitySchema({
  name: 'Lookup',
  tableName: 'ledger_lookup',
  properties: {
    entryNumber: { type: 'integer', primary: true },
    accountGroup: { type: 'integer' },
    createdAt: { type: 'Date' },
  },
});

export async function open() {
  const orm = await MikroORM.init({
    clientUrl: process.env.DATABASE_URL,
    entities: [Entry, Credit, EntryById, CreditById, Lookup],
    discovery: { checkDuplicateTableNames: false },
  });
  return [orm.em.fork(), () => orm.close()];
}

export const operations = {
  'statement by period': (em, { accountId, accountGroup, from, to }) =>
    em.find(Entry, { accountId, accountGroup, createdAt: { $gte: from, $lt: to } }, { orderBy: { createdAt: 'asc' } }),
  balance: (em, { accountId, accountGroup, from, to }) =>
    em
      .createQueryBuilder(Entry)
      .select(raw('sum(amount) as balance'))
      .where({ accountId, accountGroup, createdAt: { $gte: from, $lt: to } })
      .execute('get'),
  'find, id alone': (em, { id }) => em.findOne(CreditById, id),
  'find, all keys': (em, { id, accountGroup, createdAt }) => em.findOne(Credit, { id, accountGroup, createdAt }),
  'update, id alone': (em, { id }) => em.nativeUpdate(Credit, { id }, { amount: 20 }),
  'update, all keys': (em, { id, accountGroup, createdAt }) => em.nativeUpdate(Credit, { id, accountGroup, createdAt }, { amount: 20 }),
  'delete, id alone': (em, { id }) => em.nativeDelete(Credit, { id }),
  'delete, all keys': (em, { id, accountGroup, createdAt }) => em.nativeDelete(Credit, { id, accountGroup, createdAt }),
  'join, id alone': (em, { id, accountGroup, createdAt }) =>
    em.createQueryBuilder(CreditById, 'c').innerJoinAndSelect('c.entry', 'e').where({ id, accountGroup, createdAt }).getResult(),
  'join, all keys': (em, { id, accountGroup, createdAt }) =>
    em.createQueryBuilder(Credit, 'c').innerJoinAndSelect('c.entry', 'e').where({ id, accountGroup, createdAt }).getResult(),
  'relation, id alone': (em, { id, accountGroup, createdAt }) =>
    em.findOne(CreditById, { id, accountGroup, createdAt }, { populate: ['entry'], strategy: 'joined' }),
  'relation, all keys': (em, { id, accountGroup, createdAt }) =>
    em.findOne(Credit, { id, accountGroup, createdAt }, { populate: ['entry'], strategy: 'joined' }),
  'relation by IN, id alone': (em, { id, accountGroup, createdAt }) =>
    em.findOne(CreditById, { id, accountGroup, createdAt }, { populate: ['entry'], strategy: 'select-in' }),
  'relation by IN, all keys': (em, { id, accountGroup, createdAt }) =>
    em.findOne(Credit, { id, accountGroup, createdAt }, { populate: ['entry'], strategy: 'select-in' }),
  'relation by IN of many, all keys': (em, { ids, accountGroup, from, to }) =>
    em.find(Credit, { id: { $in: ids }, accountGroup, createdAt: { $gte: from, $lt: to } }, { populate: ['entry'], strategy: 'select-in' }),
  'save, id alone': async (em, { id, accountGroup, createdAt }) => {
    const credit = await em.findOne(CreditById, { id, accountGroup, createdAt });
    credit.amount = '20';
    await em.flush();
    return credit;
  },
  'save, all keys': async (em, { id, accountGroup, createdAt }) => {
    const credit = await em.findOne(Credit, { id, accountGroup, createdAt });
    credit.amount = '20';
    await em.flush();
    return credit;
  },
  'remove, id alone': async (em, { id, accountGroup, createdAt }) => {
    const credit = await em.findOne(CreditById, { id, accountGroup, createdAt });
    await em.remove(credit).flush();
    return credit;
  },
  'remove, all keys': async (em, { id, accountGroup, createdAt }) => {
    const credit = await em.findOne(Credit, { id, accountGroup, createdAt });
    await em.remove(credit).flush();
    return credit;
  },
  'batch, id alone': (em, { ids }) => em.find(Credit, { id: { $in: ids } }),
  'batch, all keys': (em, { ids, accountGroup, from, to }) => em.find(Credit, { id: { $in: ids }, accountGroup, createdAt: { $gte: from, $lt: to } }),
  insert: async (em, { newId, entryId, accountGroup, createdAt }) => {
    const entry = em.getReference(Entry, [entryId, accountGroup, createdAt]);
    const credit = em.create(Credit, { id: newId, entry, accountGroup, createdAt, amount: '10' });
    await em.persist(credit).flush();
    return credit;
  },
  'look-up': (em, { entryNumber }) => em.findOne(Lookup, { entryNumber }),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (em, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, accountGroup, createdAt };
    await em.transactional(async (outer) => {
      const credit = await outer.findOne(Credit, key);
      credit.amount = '21';
      await outer.flush();
      await outer
        .transactional((inner) => inner.execute(`INSERT INTO credit VALUES (?, ?, ?, ?, 22)`, [id, accountGroup, createdAt, entryId]))
        .catch(({ code }) => {
          if (code !== '23505') throw new Error(`failed with ${code}`);
        });
    });
    return (await em.fork().findOne(Credit, key)).amount === '21.0000';
  },
};
