import createKnex from 'knex';

export async function open() {
  const knex = createKnex({ client: 'pg', connection: process.env.DATABASE_URL });
  return [knex, () => knex.destroy()];
}

export const operations = {
  'statement by period': (knex, { accountId, accountGroup, from, to }) =>
    knex('ledger_entry')
      .where({ account_id: accountId, account_group: accountGroup })
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .orderBy('created_at'),
  balance: (knex, { accountId, accountGroup, from, to }) =>
    knex('ledger_entry')
      .where({ account_id: accountId, account_group: accountGroup })
      .whereBetween('created_at', [from, to])
      .sum('amount as balance')
      .first(),
  'find, id alone': (knex, { id }) => knex('credit').where({ id }).first(),
  'find, all keys': (knex, { id, accountGroup, createdAt }) =>
    knex('credit').where({ id, account_group: accountGroup, created_at: createdAt }).first(),
  'update, id alone': (knex, { id }) => knex('credit').where({ id }).update({ amount: 20 }),
  'update, all keys': (knex, { id, accountGroup, createdAt }) =>
    knex('credit').where({ id, account_group: accountGroup, created_at: createdAt }).update({ amount: 20 }),
  'delete, id alone': (knex, { id }) => knex('credit').where({ id }).delete(),
  'delete, all keys': (knex, { id, accountGroup, createdAt }) =>
    knex('credit').where({ id, account_group: accountGroup, created_at: createdAt }).delete(),
  'join, id alone': (knex, { id, accountGroup, createdAt }) =>
    knex('credit as c')
      .join('ledger_entry as e', 'e.id', 'c.entry_id')
      .where({ 'c.id': id, 'c.account_group': accountGroup, 'c.created_at': createdAt })
      .select('c.id', 'e.status'),
  'join, all keys': (knex, { id, accountGroup, createdAt }) =>
    knex('credit as c')
      .join('ledger_entry as e', { 'e.id': 'c.entry_id', 'e.account_group': 'c.account_group', 'e.created_at': 'c.created_at' })
      .where({ 'c.id': id, 'c.account_group': accountGroup, 'c.created_at': createdAt })
      .select('c.id', 'e.status'),
  'batch, id alone': (knex, { ids }) => knex('credit').whereIn('id', ids),
  'batch, all keys': (knex, { ids, accountGroup, from, to }) =>
    knex('credit').whereIn('id', ids).where({ account_group: accountGroup }).whereBetween('created_at', [from, to]),
  insert: (knex, { newId, entryId, accountGroup, createdAt }) =>
    knex('credit').insert({ id: newId, entry_id: entryId, account_group: accountGroup, created_at: createdAt, amount: 10 }).returning('id'),
  'look-up': (knex, { entryNumber }) => knex('ledger_lookup').where({ entry_number: entryNumber }).first('account_group', 'created_at'),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (knex, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, account_group: accountGroup, created_at: createdAt };
    await knex.transaction(async (outer) => {
      await outer('credit').where(key).update({ amount: 21 });
      await outer.transaction((inner) => inner('credit').insert({ ...key, entry_id: entryId, amount: 22 })).catch(isTaken);
    });
    return (await knex('credit').where(key).first()).amount === '21.0000';
  },
};

function isTaken({ code }) {
  if (code !== '23505') throw new Error(`failed with ${code}`);
}
