import { createHash } from 'node:crypto';

/** A credit that `seed.sql` of the ledger makes, and what goes with it. Each operation works on one of its own, that no debit pays back. */
export function rowAt(index) {
  const accountGroup = 1 + Math.floor(index / 10);
  const nth = 1 + (index % 10) * 2;
  const entryNumber = 1400 + (accountGroup - 1) * 20 + nth;
  const id = uuidOf(`credit ${entryNumber}`);
  return {
    id,
    accountGroup,
    createdAt: new Date(Date.UTC(2025, 0, 15 + accountGroup * 20 + nth, 9)),
    accountId: (accountGroup - 1) * 2_000_000 + nth,
    entryId: uuidOf(`entry ${entryNumber}`),
    entryNumber,
    ids: [id, uuidOf(`credit ${entryNumber + 1}`)],
    newId: uuidOf(`new credit ${entryNumber}`),
    from: new Date('2025-02-01T00:00:00Z'),
    to: new Date('2025-05-01T00:00:00Z'),
  };
}

function uuidOf(text) {
  return createHash('md5')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
