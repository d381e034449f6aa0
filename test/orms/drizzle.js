import { and, between, eq, gte, inArray, lt, relations, sql, sum } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { bigint, integer, numeric, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import pg from 'pg';

const keys = () => ({
  id: uuid().notNull(),
  accountGroup: integer('account_group').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
const ledgerEntry = pgTable(
  'ledger_entry',
  {
    ...keys(),
    accountId: integer('account_id').notNull(),
    entryNumber: bigint('entry_number', { mode: 'number' }).notNull(),
    status: text().notNull(),
    amount: numeric().notNull(),
  },
  (table) => [primaryKey({ columns: [table.id, table.accountGroup, table.createdAt] })],
);
const credit = pgTable('credit', { ...keys(), entryId: uuid('entry_id').notNull(), amount: numeric().notNull() }, (table) => [
  primaryKey({ columns: [table.id, table.accountGroup, table.createdAt] }),
]);
const ledgerLookup = pgTable('ledger_lookup', {
  entryNumber: bigint('entry_number', { mode: 'number' }).primaryKey(),
  accountGroup: integer('account_group').notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
});
const creditRelations = relations(credit, ({ one }) => ({
  entryById: one(ledgerEntry, { fields: [credit.entryId], references: [ledgerEntry.id] }),
  entry: one(ledgerEntry, {
    fields: [credit.entryId, credit.accountGroup, credit.createdAt],
    references: [ledgerEntry.id, ledgerEntry.accountGroup, ledgerEntry.createdAt],
  }),
}));

export async function open() {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  return [drizzle(pool, { schema: { credit, creditRelations, ledgerEntry, ledgerLookup } }), () => pool.end()];
}

const isCredit = ({ id, accountGroup, createdAt }) => and(eq(credit.id, id), eq(credit.accountGroup, accountGroup), eq(credit.createdAt, createdAt));

export const operations = {
  'statement by period': (db, { accountId, accountGroup, from, to }) =>
    db
      .select()
      .from(ledgerEntry)
      .where(
        and(
          eq(ledgerEntry.accountId, accountId),
          eq(ledgerEntry.accountGroup, accountGroup),
          gte(ledgerEntry.createdAt, from),
          lt(ledgerEntry.createdAt, to),
        ),
      )
      .orderBy(ledgerEntry.createdAt),
  balance: (db, { accountId, accountGroup, from, to }) =>
    db
      .select({ balance: sum(ledgerEntry.amount) })
      .from(ledgerEntry)
      .where(and(eq(ledgerEntry.accountId, accountId), eq(ledgerEntry.accountGroup, accountGroup), between(ledgerEntry.createdAt, from, to))),
  'find, id alone': (db, { id }) => db.query.credit.findFirst({ where: eq(credit.id, id) }),
  'find, all keys': (db, key) => db.query.credit.findFirst({ where: isCredit(key) }),
  'update, id alone': (db, { id }) => db.update(credit).set({ amount: '20' }).where(eq(credit.id, id)),
  'update, all keys': (db, key) => db.update(credit).set({ amount: '20' }).where(isCredit(key)),
  'delete, id alone': (db, { id }) => db.delete(credit).where(eq(credit.id, id)),
  'delete, all keys': (db, key) => db.delete(credit).where(isCredit(key)),
  'join, id alone': (db, key) =>
    db
      .select({ id: credit.id, status: ledgerEntry.status })
      .from(credit)
      .innerJoin(ledgerEntry, eq(ledgerEntry.id, credit.entryId))
      .where(isCredit(key)),
  'join, all keys': (db, key) =>
    db
      .select({ id: credit.id, status: ledgerEntry.status })
      .from(credit)
      .innerJoin(
        ledgerEntry,
        and(eq(ledgerEntry.id, credit.entryId), eq(ledgerEntry.accountGroup, credit.accountGroup), eq(ledgerEntry.createdAt, credit.createdAt)),
      )
      .where(isCredit(key)),
  'relation, id alone': (db, key) => db.query.credit.findFirst({ where: isCredit(key), with: { entryById: true } }),
  'relation, all keys': (db, key) => db.query.credit.findFirst({ where: isCredit(key), with: { entry: true } }),
  'batch, id alone': (db, { ids }) => db.select().from(credit).where(inArray(credit.id, ids)),
  'batch, all keys': (db, { ids, accountGroup, from, to }) =>
    db
      .select()
      .from(credit)
      .where(and(inArray(credit.id, ids), eq(credit.accountGroup, accountGroup), between(credit.createdAt, from, to))),
  insert: (db, { newId, entryId, accountGroup, createdAt }) =>
    db.insert(credit).values({ id: newId, entryId, accountGroup, createdAt, amount: '10' }),
  'look-up': (db, { entryNumber }) => db.select().from(ledgerLookup).where(eq(ledgerLookup.entryNumber, entryNumber)),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (db, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, accountGroup, createdAt };
    await db.transaction(async (outer) => {
      await outer.update(credit).set({ amount: '21' }).where(isCredit(key));
      await outer
        .transaction((inner) => inner.insert(credit).values({ ...key, entryId, amount: '22' }))
        .catch(({ cause }) => {
          if (cause.code !== '23505') throw cause;
        });
    });
    const [row] = await db.select().from(credit).where(isCredit(key));
    return row.amount === '21.0000';
  },
  prepared: async (db, { id, accountGroup, createdAt }) => {
    const statement = db
      .select()
      .from(credit)
      .where(isCredit({ id: sql.placeholder('id'), accountGroup: sql.placeholder('group'), createdAt: sql.placeholder('at') }))
      .prepare('find_credit');
    const found = [];
    for (const group of [accountGroup, accountGroup + 1]) found.push(await statement.execute({ id, group, at: createdAt.toISOString() }));
    return found.map((rows) => rows.length).join() === '1,0';
  },
};
