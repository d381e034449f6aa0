import { col, DataTypes, Op, Sequelize } from 'sequelize';

const Entry = {
  id: { type: DataTypes.UUID, primaryKey: true },
  accountGroup: { type: DataTypes.INTEGER, primaryKey: true },
  createdAt: { type: DataTypes.DATE, primaryKey: true },
  accountId: DataTypes.INTEGER,
  status: DataTypes.TEXT,
  amount: DataTypes.NUMERIC,
};

const Credit = {
  id: { type: DataTypes.UUID, primaryKey: true },
  accountGroup: { type: DataTypes.INTEGER, primaryKey: true },
  createdAt: { type: DataTypes.DATE, primaryKey: true },
  entryId: DataTypes.UUID,
  amount: DataTypes.NUMERIC,
};

const CreditById = {
  id: { type: DataTypes.UUID, primaryKey: true },
  accountGroup: { type: DataTypes.INTEGER },
  createdAt: { type: DataTypes.DATE },
  entryId: DataTypes.UUID,
  amount: DataTypes.NUMERIC,
};

const Lookup = {
  entryNumber: { type: DataTypes.BIGINT, primaryKey: true },
  accountGroup: DataTypes.INTEGER,
  createdAt: DataTypes.DATE,
};

export async function open() {
  const sequelize = new Sequelize(process.env.DATABASE_URL, {
    logging: false,
    dialectOptions: { application_name: process.env.PGAPPNAME },
    define: { timestamps: false, underscored: true },
  });
  const models = {
    Entry: sequelize.define('Entry', Entry, { tableName: 'ledger_entry' }),
    Credit: sequelize.define('Credit', Credit, { tableName: 'credit' }),
    CreditById: sequelize.define('CreditById', CreditById, { tableName: 'credit' }),
    Lookup: sequelize.define('Lookup', Lookup, { tableName: 'ledger_lookup' }),
  };
  models.Credit.belongsTo(models.Entry, { as: 'entry', foreignKey: 'entryId', targetKey: 'id' });
  models.Entry.hasMany(models.Credit, { as: 'credits', foreignKey: 'entryId', sourceKey: 'id' });
  return [models, () => sequelize.close()];
}

const between = (from, to) => ({ [Op.between]: [from, to] });

export const operations = {
  'statement by period': ({ Entry }, { accountId, accountGroup, from, to }) =>
    Entry.findAll({ where: { accountId, accountGroup, createdAt: { [Op.gte]: from, [Op.lt]: to } }, order: ['createdAt'] }),
  balance: ({ Entry }, { accountId, accountGroup, from, to }) =>
    Entry.sum('amount', { where: { accountId, accountGroup, createdAt: between(from, to) } }),
  'find, id alone': ({ CreditById }, { id }) => CreditById.findByPk(id),
  'find, all keys': ({ Credit }, { id, accountGroup, createdAt }) => Credit.findOne({ where: { id, accountGroup, createdAt } }),
  'update, id alone': ({ Credit }, { id }) => Credit.update({ amount: 20 }, { where: { id } }),
  'update, all keys': ({ Credit }, { id, accountGroup, createdAt }) => Credit.update({ amount: 20 }, { where: { id, accountGroup, createdAt } }),
  'delete, id alone': ({ Credit }, { id }) => Credit.destroy({ where: { id } }),
  'delete, all keys': ({ Credit }, { id, accountGroup, createdAt }) => Credit.destroy({ where: { id, accountGroup, createdAt } }),
  'join, id alone': ({ Credit }, { id, accountGroup, createdAt }) => Credit.findAll({ where: { id, accountGroup, createdAt }, include: 'entry' }),
  'join, all keys': ({ Credit }, { id, accountGroup, createdAt }) =>
    Credit.findAll({
      where: { id, accountGroup, createdAt },
      include: {
        association: 'entry',
        where: { accountGroup: { [Op.eq]: col('Credit.account_group') }, createdAt: { [Op.eq]: col('Credit.created_at') } },
      },
    }),
  'relation by IN, id alone': ({ Entry }, { entryId, accountGroup, createdAt }) =>
    Entry.findAll({ where: { id: entryId, accountGroup, createdAt }, include: { association: 'credits', separate: true } }),
  'relation by IN, all keys': ({ Entry }, { entryId, accountGroup, createdAt }) =>
    Entry.findAll({
      where: { id: entryId, accountGroup, createdAt },
      include: { association: 'credits', separate: true, where: { accountGroup, createdAt } },
    }),
  'save, id alone': async ({ CreditById }, { id, accountGroup, createdAt }) => {
    const credit = await CreditById.findOne({ where: { id, accountGroup, createdAt } });
    return credit.update({ amount: 20 });
  },
  'save, all keys': async ({ Credit }, { id, accountGroup, createdAt }) => {
    const credit = await Credit.findOne({ where: { id, accountGroup, createdAt } });
    return credit.update({ amount: 20 });
  },
  'remove, id alone': async ({ CreditById }, { id, accountGroup, createdAt }) => {
    const credit = await CreditById.findOne({ where: { id, accountGroup, createdAt } });
    await credit.destroy();
    return credit;
  },
  'remove, all keys': async ({ Credit }, { id, accountGroup, createdAt }) => {
    const credit = await Credit.findOne({ where: { id, accountGroup, createdAt } });
    await credit.destroy();
    return credit;
  },
  'batch, id alone': ({ Credit }, { ids }) => Credit.findAll({ where: { id: ids } }),
  'batch, all keys': ({ Credit }, { ids, accountGroup, from, to }) =>
    Credit.findAll({ where: { id: ids, accountGroup, createdAt: between(from, to) } }),
  insert: ({ Credit }, { newId, entryId, accountGroup, createdAt }) => Credit.create({ id: newId, entryId, accountGroup, createdAt, amount: 10 }),
  'look-up': ({ Lookup }, { entryNumber }) => Lookup.findByPk(entryNumber),
};

/** Ways to use a session in which a proxy has more to keep apart. In each nested transaction the inner one fails, and the outer one is kept. */

export const sessions = {
  'nested transaction': async ({ Credit }, { id, accountGroup, createdAt, entryId }) => {
    const key = { id, accountGroup, createdAt };
    const { sequelize } = Credit;
    await sequelize.transaction(async (outer) => {
      await Credit.update({ amount: 21 }, { where: key, transaction: outer });
      await sequelize
        .transaction({ transaction: outer }, (inner) => Credit.create({ ...key, entryId, amount: 22 }, { transaction: inner }))
        .catch(({ name }) => {
          if (name !== 'SequelizeUniqueConstraintError') throw new Error(`failed with ${name}`);
        });
    });
    return (await Credit.findOne({ where: key })).amount === '21.0000';
  },
};
