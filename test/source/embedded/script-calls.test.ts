import { describe, expect, test } from 'vitest';
import { toPlannable } from '../../../src/source/embedded/embedded.ts';
import { parseScript } from '../../../src/source/embedded/script/parse-script.ts';

type Case = readonly [code: string, ...queries: string[]];

async function read(code: string): Promise<readonly string[]> {
  const statements = await parseScript('q.ts', code);
  return statements.map((statement) => (statement.embedded?.dynamic ? `not static: ${statement.embedded.dynamic}` : toPlannable(statement)));
}

const e = 'select * from t where';

describe('placeholders of a call are those of its library', () => {
  const cases: readonly Case[] = [
    [`knex.raw('${e} a = ? and b = ?', [1, 2])`, `${e} a = $1 and b = $2`],
    [`knex.raw('${e} a = :a and b = :b and c = :a', { a, b })`, `${e} a = $1 and b = $2 and c = $1`],
    [`trx.raw('${e} a = ? and b ? \\'k\\' and c @> ?::jsonb', values)`, `${e} a = $1 and b ? 'k' and c @> $2::jsonb`],
    ["knex.raw('select ?? from t where a = ?', ['id', 1])", 'not static: ?? puts a name in'],
    ["knex.raw('select :col: from t where a = :a', { col, a })", 'not static: :col: puts a name in'],
    [`knex.raw('${e} a ? \\'k\\'')`, `${e} a ? 'k'`],
    [`knex.raw('${e} a in (?, ?)', [1, 2])`, `${e} a in ($1, $2)`],
    [`em.execute('${e} a = ? and note = \\'what?\\' -- ?', [1])`, `${e} a = $1 and note = 'what?'`],
    [`em.getConnection().execute(\`${e} a = ?\`, [1])`, `${e} a = $1`],
    [`sequelize.query('${e} a = ? and b = ?', { replacements: [1, 2] })`, `${e} a = $1 and b = $2`],
    [`sequelize.query('${e} a = :a and b::text = :b', { replacements: { a, b }, type })`, `${e} a = $1 and b::text = $2`],
    [`sequelize.query('${e} a in (:ids)', { replacements })`, `${e} a in ($1, $2)`],
    [`const replacements = { ids }; sequelize.query('${e} a in (:ids) and b = :b', { replacements })`, `${e} a in ($1, $2) and b = $3`],
    [`sequelize.query('${e} a = $1', { bind: [1] })`, `${e} a = $1`],
    [`sequelize.query('${e} a = $a', { bind: { a } })`, "not static: its placeholders are not PostgreSQL's"],
    [`dataSource.query('${e} a = $1 and b = $2', [a, b])`, `${e} a = $1 and b = $2`],
    [`db.any('${e} a = $<a>', { a })`, "not static: its placeholders are not PostgreSQL's"],
    [`db.one('${e} a in ($1:csv)', [ids])`, "not static: its placeholders are not PostgreSQL's"],
    [`db.oneOrNone('${e} a = $1', [a])`, `${e} a = $1`],
    ["knex.raw('select ' + cols + ' from t where a = ?', [1])", 'not static: `cols` is put into its text when it runs'],
  ];
  test.each(cases)('%s', async (code, ...queries) => expect(await read(code)).toEqual(queries));

  test('they stand where the file has them', async () => {
    const code = `knex.raw('select \\'\\u0041\\' from t ' +\n  'where a = ? and b in (?)', [1, 2])`;
    const [statement] = await parseScript('q.ts', code);
    expect(statement).toMatchObject({ line: 1, column: 11 });
    expect(statement && toPlannable(statement)).toBe("select 'A' from t where a = $1 and b in ($2)");
    expect(statement?.embedded?.placeholders.map(({ text }) => text)).toEqual(['?', '?']);
  });
});

describe('a string is a query where the method, its receiver and its text say so', () => {
  const cases: readonly Case[] = [
    // Whatever else has such methods.
    ["x.get('update your set up'); cache.all('select a file from the list'); i18n.one('delete from here'); list.values('with a as b')"],
    ["dialog.query('update your set up'); menu.execute('select one from the many (if any)')"],
    ["logger.info('select * from t'); assert.equal(q, 'select * from t'); console.log('update t set a = 1')"],
    ["pool.get('update your set up'); client.values('select one from: a, b')"],
    // What can be one is looked at.
    ["x.query('select * from t'); x.execute('update t set a = 1')", 'select * from t', 'update t set a = 1'],
    [
      "db.all('select * from t'); this.pool.any('delete from t'); t.none('update t set a = 1')",
      'select * from t',
      'delete from t',
      'update t set a = 1',
    ],
    ['db.all(`select * from ${table}`)', 'not static: `table` is put into its text when it runs'],
    ['x.query(`select * from ${table}`)', 'not static: `table` is put into its text when it runs'],
    ['x.all(`select * from ${table}`)'],
    // One that is broken is the server's to refuse.
    ["pool.query('select * form t where from')", 'select * form t where from'],
    ["getPool().query('select from from')", 'select from from'],
    ["(await this.#pool).query('select from from')", 'select from from'],
  ];
  test.each(cases)('%s', async (code, ...queries) => expect(await read(code)).toEqual(queries));
});
