import { Between, DataSource, EntitySchema, In } from 'typeorm';

const Entry = new EntitySchema({
  name: 'Entry',
  tableName: 'ledger_entry',
  columns: {
    id: { type: 'uuid', primary: true },
    accountGroup: { name: 'account_group', type: 'integer', primary: true },
    createdAt: { name: 'created_at', type: 'timestamptz', primary: true },
    accountId: { name: 'account_id', type: 'integer' },
    status: { type: 'text' },
    amount: { type: 'numeric' },
  },
});

const Credit = new EntitySchema({
  name: 'Credit',
  tableName: 'credit',
  columns: {
    id: { type: 'uuid', primary: true },
    accountGroup: { name: 'account_group', type: 'integer', primary: true },
    createdAt: { name: 'created_at', type: 'timestamptz', primary: true },
    entryId: { name: 'entry_id', type: 'uuid' },
    amount: { type: 'numeric' },
  },
  relations: {
    entry: {
      type: 'many-to-one',
      target: 'Entry',
      joinColumn: [
        { name: 'entry_id', referencedColumnName: 'id' },
        { name: 'account_group', referencedColumnName: 'accountGroup' },
        { name: 'created_at', referencedColumnName: 'createdAt' },
      ],
    },
  },
});

const EntryById = new EntitySchema({
  name: 'EntryById',
  tableName: 'ledger_entry',
  columns: {
    id: { type: 'uuid', primary: true },
    accountGroup: { name: 'account_group', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    accountId: { name: 'account_id', type: 'integer' },
    status: { type: 'text' },
    amount: { type: 'numeric' },
  },
});

const CreditById = new EntitySchema({
  name: 'CreditById',
  tableName: 'credit',
  columns: {
    id: { type: 'uuid', primary: true },
    accountGroup: { name: 'account_group', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
    entryId: { name: 'entry_id', type: 'uuid' },
    amount: { type: 'numeric' },
  },
  relations: {
    entry: {
      type: 'many-to-one',
      target: 'EntryById',
      joinColumn: { name: 'entry_id' },
    },
  },
});

const Lookup = new EntitySchema({
  name: 'Lookup',
  tableName: 'ledger_lookup',
  columns: {
    entryNumber: { name: 'entry_number', type: 'bigint', primary: true },
    accountGroup: { name: 'account_group', type: 'integer' },
    createdAt: { name: 'created_at', type: 'timestamptz' },
  },
});

export async function open() {
  const source = new DataSource({ type: 'postgres', url: process.env.DATABASE_URL, entities: [Entry, Credit, EntryById, CreditById, Lookup] });
  await source.initialize();
  return [source.manager, () => source.destroy()];
}

export const operations = {
  'statement by period': (manager, { accountId, accountGroup, from, to }) =>
    manager.find(Entry, { where: { accountId, accountGroup, createdAt: Between(from, to) }, order: { createdAt: 'ASC' } }),
  balance: (manager, { accountId, accountGroup, from, to }) =>
    manager.sum(Entry, 'amount', { accountId, accountGroup, createdAt: Between(from, to) }),
  'find, id alone': (manager, { id }) => manager.findOneBy(Credit, { id }),
  'find, all keys': (manager, { id, accountGroup, createdAt }) => manager.findOneBy(Credit, { id, accountGroup, createdAt }),
  'update, id alone': (manager, { id }) => manager.update(Credit, { id }, { amount: 20 }),
  'update, all keys': (manager, { id, accountGroup, createdAt }) => manager.update(Credit, { id, accountGroup, createdAt }, { amount: 20 }),
  'delete, id alone': (manager, { id }) => manager.delete(Credit, { id }),
  'delete, all keys': (manager, { id, accountGroup, createdAt }) => manager.delete(Credit, { id, accountGroup, createdAt }),
  'join, id alone': (manager, { id, accountGroup, createdAt }) =>
    manager
      .createQueryBuilder(Credit, 'c')
      .innerJoin(Entry, 'e', 'e.id = c.entryId')
      .where({ id, accountGroup, createdAt })
      .select(['c.id AS id', 'e.status AS status'])
      .getRawMany(),
  'join, all keys': (manager, { id, accountGroup, createdAt }) =>
    manager
      .createQueryBuilder(Credit, 'c')
      .innerJoin(Entry, 'e', 'e.id = c.entryId AND e.accountGroup = c.accountGroup AND e.createdAt = c.createdAt')
      .where({ id, accountGroup, createdAt })
      .select(['c.id AS id', 'e.status AS status'])
      .getRawMany(),
  'relation, id alone': (manager, { id, accountGroup, createdAt }) =>
    manager.find(CreditById, { where: { id, accountGroup, createdAt }, relations: { entry: true } }),
  'relation, all keys': (manager, { id, accountGroup, createdAt }) =>
    manager.find(Credit, { where: { id, accountGroup, createdAt }, relations: { entry: true } }),
  'relation by IN, id alone': (manager, { id, accountGroup, createdAt }) =>
    manager.find(CreditById, { where: { id, accountGroup, createdAt }, relations: { entry: true }, relationLoadStrategy: 'query' }),
  'relation by IN, all keys': (manager, { id, accountGroup, createdAt }) =>
    manager.find(Credit, { where: { id, accountGroup, createdAt }, relations: { entry: true }, relationLoadStrategy: 'query' }),
  'save, id alone': async (manager, { id, accountGroup, createdAt }) => {
    const credit = await manager.findOneBy(CreditById, { id, accountGroup, createdAt });
    credit.amount = 20;
    return manager.save(CreditById, credit);
  },
  'save, all keys': async (manager, { id, accountGroup, createdAt }) => {
    const credit = await manager.findOneBy(Credit, { id, accountGroup, createdAt });
    credit.amount = 20;
    return manager.save(Credit, credit);
  },
  'remove, id alone': async (manager, { id, accountGroup, createdAt }) => {
    const credit = await manager.findOneBy(CreditById, { id, accountGroup, createdAt });
    return manager.remove(CreditById, credit);
  },
  'remove, all keys': async (manager, { id, accountGroup, createdAt }) => {
    const credit = await manager.findOneBy(Credit, { id, accountGroup, createdAt });
    return manager.remove(Credit, credit);
  },
  'batch, id alone': (manager, { ids }) => manager.findBy(Credit, { id: In(ids) }),
  'batch, all keys': (manager, { ids, accountGroup, from, to }) =>
    manager.findBy(Credit, { id: In(ids), accountGroup, createdAt: Between(from, to) }),
  insert: (manager, { newId, entryId, accountGroup, createdAt }) =>
    manager.insert(Credit, { id: newId, entryId, accountGroup, createdAt, amount: 10 }),
  'look-up': (manager, { entryNumber }) => manager.findOneBy(Lookup, { entryNumber }),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (manager, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, accountGroup, createdAt };
    await manager.transaction(async (outer) => {
      await outer.update(Credit, key, { amount: 21 });
      await outer
        .transaction((inner) => inner.insert(Credit, { ...key, entryId, amount: 22 }))
        .catch(({ code }) => {
          if (code !== '23505') throw new Error(`failed with ${code}`);
        });
    });
    return (await manager.findOneBy(Credit, key)).amount === '21.0000';
  },
};
