import postgres from 'postgres';

export async function open() {
  const sql = postgres(process.env.DATABASE_URL, { max: 1, connection: { application_name: process.env.PGAPPNAME } });
  return [sql, () => sql.end()];
}

export const operations = {
  'statement by period': (sql, { accountId, accountGroup, from, to }) => sql`
    SELECT * FROM ledger_entry
    WHERE account_id = ${accountId} AND account_group = ${accountGroup} AND created_at >= ${from} AND created_at < ${to}
    ORDER BY created_at`,
  balance: (sql, { accountId, accountGroup, from, to }) => sql`
    SELECT sum(amount) AS balance FROM ledger_entry
    WHERE account_id = ${accountId} AND account_group = ${accountGroup} AND created_at BETWEEN ${from} AND ${to}`,
  'find, id alone': (sql, { id }) => sql`SELECT * FROM credit WHERE id = ${id}`,
  'find, all keys': (sql, { id, accountGroup, createdAt }) =>
    sql`SELECT * FROM credit WHERE id = ${id} AND account_group = ${accountGroup} AND created_at = ${createdAt}`,
  'update, id alone': (sql, { id }) => sql`UPDATE credit SET ${sql({ amount: 20 })} WHERE id = ${id} RETURNING id`,
  'update, all keys': (sql, { id, accountGroup, createdAt }) => sql`
    UPDATE credit SET ${sql({ amount: 20 })}
    WHERE id = ${id} AND account_group = ${accountGroup} AND created_at = ${createdAt} RETURNING id`,
  'delete, id alone': (sql, { id }) => sql`DELETE FROM credit WHERE id = ${id} RETURNING id`,
  'delete, all keys': (sql, { id, accountGroup, createdAt }) =>
    sql`DELETE FROM credit WHERE id = ${id} AND account_group = ${accountGroup} AND created_at = ${createdAt} RETURNING id`,
  'join, id alone': (sql, { id, accountGroup, createdAt }) => sql`
    SELECT c.id, e.status FROM credit c JOIN ledger_entry e ON e.id = c.entry_id
    WHERE c.id = ${id} AND c.account_group = ${accountGroup} AND c.created_at = ${createdAt}`,
  'join, all keys': (sql, { id, accountGroup, createdAt }) => sql`
    SELECT c.id, e.status FROM credit c
    JOIN ledger_entry e ON e.id = c.entry_id AND e.account_group = c.account_group AND e.created_at = c.created_at
    WHERE c.id = ${id} AND c.account_group = ${accountGroup} AND c.created_at = ${createdAt}`,
  'batch, id alone': (sql, { ids }) => sql`SELECT * FROM credit WHERE id IN ${sql(ids)}`,
  'batch, all keys': (sql, { ids, accountGroup, from, to }) => sql`
    SELECT * FROM credit
    WHERE id IN ${sql(ids)} AND account_group = ${accountGroup} AND created_at BETWEEN ${from} AND ${to}`,
  insert: (sql, { newId, entryId, accountGroup, createdAt }) => {
    const row = { id: newId, entry_id: entryId, account_group: accountGroup, created_at: createdAt, amount: 10 };
    return sql`INSERT INTO credit ${sql(row)} RETURNING id`;
  },
  'look-up': (sql, { entryNumber }) => sql`SELECT account_group, created_at FROM ledger_lookup WHERE entry_number = ${entryNumber}`,
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async (sql, { id, accountGroup, createdAt, entryId }) => {
    await sql.begin(async (outer) => {
      await outer`UPDATE credit SET amount = 21 WHERE id = ${id} AND account_group = ${accountGroup} AND created_at = ${createdAt}`;
      await outer
        .savepoint((inner) => inner`INSERT INTO credit VALUES (${id}, ${accountGroup}, ${createdAt}, ${entryId}, 22)`)
        .catch(({ code }) => {
          if (code !== '23505') throw new Error(`failed with ${code}`);
        });
    });
    const [row] = await sql`SELECT amount FROM credit WHERE id = ${id} AND account_group = ${accountGroup} AND created_at = ${createdAt}`;
    return row.amount === '21.0000';
  },
  /** On one connection postgres.js sends without waiting, and prepares a statement once. The second one fails. */
  pipeline: async (sql, { id, ids, accountGroup, createdAt, entryNumber }) => {
    const find = (one) => sql`SELECT * FROM credit WHERE id = ${one} AND account_group = ${accountGroup} AND created_at = ${createdAt}`;
    const fail = sql`DELETE FROM ledger_lookup WHERE entry_number = ${'none'}::text::bigint`;
    const sent = [find(id), fail, find(ids[1]), find(id), sql`SELECT * FROM ledger_lookup WHERE entry_number = ${entryNumber}`];
    const answers = await Promise.allSettled(sent);
    return answers.map(({ value, reason }) => reason?.code ?? value.length).join() === '1,22P02,0,1,1';
  },
  'rows in pieces': async (sql, { accountGroup, from, to }) => {
    let pieces = 0;
    const rows = sql`SELECT id FROM credit WHERE account_group = ${accountGroup} AND created_at BETWEEN ${from} AND ${to}`;
    for await (const _ of rows.cursor(8)) pieces += 1;
    return pieces === 3;
  },
};
