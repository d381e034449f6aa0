import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';

export async function open() {
  const db = new Kysely({ dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: process.env.DATABASE_URL }) }) });
  return [db, () => db.destroy()];
}

export const operations = {
  'statement by period': (db, { accountId, accountGroup, from, to }) =>
    db
      .selectFrom('ledger_entry')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('account_group', '=', accountGroup)
      .where('created_at', '>=', from)
      .where('created_at', '<', to)
      .orderBy('created_at')
      .execute(),
  balance: (db, { accountId, accountGroup, from, to }) =>
    db
      .selectFrom('ledger_entry')
      .select(({ fn }) => fn.sum('amount').as('balance'))
      .where('account_id', '=', accountId)
      .where('account_group', '=', accountGroup)
      .where((is) => is.between('created_at', from, to))
      .executeTakeFirst(),
  'find, id alone': (db, { id }) => db.selectFrom('credit').selectAll().where('id', '=', id).executeTakeFirst(),
  'find, all keys': (db, { id, accountGroup, createdAt }) =>
    db
      .selectFrom('credit')
      .selectAll()
      .where(({ and }) => and({ id, account_group: accountGroup, created_at: createdAt }))
      .executeTakeFirst(),
  'update, id alone': (db, { id }) => db.updateTable('credit').set({ amount: 20 }).where('id', '=', id).execute(),
  'update, all keys': (db, { id, accountGroup, createdAt }) =>
    db
      .updateTable('credit')
      .set({ amount: 20 })
      .where(({ and }) => and({ id, account_group: accountGroup, created_at: createdAt }))
      .execute(),
  'delete, id alone': (db, { id }) => db.deleteFrom('credit').where('id', '=', id).execute(),
  'delete, all keys': (db, { id, accountGroup, createdAt }) =>
    db
      .deleteFrom('credit')
      .where(({ and }) => and({ id, account_group: accountGroup, created_at: createdAt }))
      .execute(),
  'join, id alone': (db, { id, accountGroup, createdAt }) =>
    db
      .selectFrom('credit as c')
      .innerJoin('ledger_entry as e', 'e.id', 'c.entry_id')
      .select(['c.id', 'e.status'])
      .where(({ and }) => and({ 'c.id': id, 'c.account_group': accountGroup, 'c.created_at': createdAt }))
      .execute(),
  'join, all keys': (db, { id, accountGroup, createdAt }) =>
    db
      .selectFrom('credit as c')
      .innerJoin('ledger_entry as e', (on) =>
        on.onRef('e.id', '=', 'c.entry_id').onRef('e.account_group', '=', 'c.account_group').onRef('e.created_at', '=', 'c.created_at'),
      )
      .select(['c.id', 'e.status'])
      .where(({ and }) => and({ 'c.id': id, 'c.account_group': accountGroup, 'c.created_at': createdAt }))
      .execute(),
  'batch, id alone': (db, { ids }) => db.selectFrom('credit').selectAll().where('id', 'in', ids).execute(),
  'batch, all keys': (db, { ids, accountGroup, from, to }) =>
    db
      .selectFrom('credit')
      .selectAll()
      .where('id', 'in', ids)
      .where('account_group', '=', accountGroup)
      .where((is) => is.between('created_at', from, to))
      .execute(),
  insert: (db, { newId, entryId, accountGroup, createdAt }) =>
    db.insertInto('credit').values({ id: newId, entry_id: entryId, account_group: accountGroup, created_at: createdAt, amount: 10 }).execute(),
  'look-up': (db, { entryNumber }) =>
    db.selectFrom('ledger_lookup').select(['account_group', 'created_at']).where('entry_number', '=', entryNumber).executeTakeFirst(),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (db, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, account_group: accountGroup, created_at: createdAt };
    const outer = await db.startTransaction().execute();
    await outer
      .updateTable('credit')
      .set({ amount: 21 })
      .where(({ and }) => and(key))
      .execute();
    const inner = await outer.savepoint('inner').execute();
    await inner
      .insertInto('credit')
      .values({ ...key, entry_id: entryId, amount: 22 })
      .execute()
      .catch(isTaken);
    await inner.rollbackToSavepoint('inner').execute();
    await outer.commit().execute();
    const { amount } = await db
      .selectFrom('credit')
      .select('amount')
      .where(({ and }) => and(key))
      .executeTakeFirst();
    return amount === '21.0000';
  },
};

function isTaken({ code }) {
  if (code !== '23505') throw new Error(`failed with ${code}`);
}
