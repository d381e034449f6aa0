/** What each operation of an ORM sends: a word, the partitioned tables that it reads with the number of leaves, the rules that find something. */
export type Expected = Readonly<Record<string, readonly string[]>>;

const common: Expected = {
  'statement by period': ['select, ledger_entry 1'],
  balance: ['select, ledger_entry 1'],
  'find, id alone': ['select, credit 70: require-partition-keys'],
  'find, all keys': ['select, credit 1'],
  'update, id alone': ['update, credit 70: require-partition-keys'],
  'update, all keys': ['update, credit 1'],
  'delete, id alone': ['delete, credit 70: require-partition-keys'],
  'delete, all keys': ['delete, credit 1'],
  'join, id alone': ['select, credit 1, ledger_entry 70: require-partition-keys'],
  'join, all keys': ['select, credit 1, ledger_entry 1'],
  'batch, id alone': ['select, credit 70: require-partition-keys'],
  'batch, all keys': ['select, credit 1'],
  insert: ['insert, credit 0'],
  'look-up': ['select'],
};

/** The inner insert is taken back, the outer update is kept. */
const nested = (begin: string): Expected => ({
  'nested transaction': [begin, 'update, credit 1', 'savepoint', 'insert, credit 0', 'rollback', 'commit', 'select, credit 1'],
});

/** A loaded row that is changed, and one that is removed, with what stands around the statement that does it. */
function unitOfWork(
  before: readonly string[] = [],
  after: readonly string[] = [],
  reload: (leaves: string) => readonly string[] = () => [],
): Expected {
  const one = ['select, credit 1', ...reload('1'), ...before];
  const all = ['select, credit 1', ...reload('70: require-partition-keys'), ...before];
  return {
    'save, id alone': [...all, 'update, credit 70: require-partition-keys', ...after],
    'save, all keys': [...one, 'update, credit 1', ...after],
    'remove, id alone': [...all, 'delete, credit 70: require-partition-keys', ...after],
    'remove, all keys': [...one, 'delete, credit 1', ...after],
  };
}

const joined: Expected = {
  'relation, id alone': ['select, credit 1, ledger_entry 70: require-partition-keys'],
  'relation, all keys': ['select, credit 1, ledger_entry 1'],
};

export const expected: Readonly<Record<string, Expected>> = {
  drizzle: {
    ...common,
    ...joined,
    // The keys are there, but a LATERAL with a LIMIT is planned for whatever row may come.
    'relation, all keys': ['select, credit 1, ledger_entry 70: no-group-fanout no-leaf-fanout'],
    ...nested('begin'),
    prepared: ['select, credit 1', 'select, credit 1'],
  },
  knex: { ...common, ...nested('begin') },
  kysely: { ...common, ...nested('begin') },
  'mikro-orm': {
    ...common,
    ...joined,
    'relation by IN, id alone': ['select, credit 1', 'select, ledger_entry 70: require-partition-keys'],
    'relation by IN, all keys': ['select, credit 1', 'select, ledger_entry 1'],
    'relation by IN of many, all keys': ['select, credit 1', 'select, ledger_entry 1'],
    ...unitOfWork(['begin'], ['commit']),
    insert: ['begin', 'insert, credit 0', 'commit'],
    ...nested('begin'),
  },
  postgres: {
    ...common,
    ...nested('begin'),
    pipeline: ['delete: no-unplannable-statement', 'select, credit 1', 'select, credit 1', 'select'],
    'rows in pieces': ['select, credit 1'],
  },
  prisma: {
    ...common,
    'relation, id alone': ['select, credit 1', 'select, ledger_entry 70: require-partition-keys'],
    'relation, all keys': ['select, credit 1', 'select, ledger_entry 1'],
    'relation of many, all keys': ['select, credit 1', 'select, ledger_entry 1'],
    'update many, all keys': ['begin', 'update, credit 1', 'commit'],
    transaction: ['update, credit 1', 'commit', 'begin', 'update, credit 1', 'insert, credit 0', 'rollback', 'select, credit 1'],
  },
  sequelize: {
    ...common,
    'relation by IN, id alone': ['select, ledger_entry 1', 'select, credit 70: require-partition-keys'],
    'relation by IN, all keys': ['select, ledger_entry 1', 'select, credit 1'],
    ...unitOfWork(),
    ...nested('start'),
  },
  typeorm: {
    ...common,
    ...joined,
    'relation by IN, id alone': ['select, credit 1', 'select, credit 70, ledger_entry 70: require-partition-keys'],
    'relation by IN, all keys': ['select, credit 1', 'select, credit 1, ledger_entry 1', 'select, credit 1'],
    // save() and remove() read the row again first.
    ...unitOfWork(['start'], ['commit'], (leaves) => [`select, credit ${leaves}`]),
    ...nested('start'),
  },
};
