import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServer } from '../../src/database/remote.ts';
import { type Cluster, startCluster } from './cluster.ts';
import { hasPooler, type Pooler, startPooler } from './pooler.ts';

const where = hasPooler ? 'PgBouncer' : 'PgBouncer, which is not installed here and so not tried';

describe.runIf(hasPooler)(where, () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster();
    await cluster.sql('CREATE ROLE app; GRANT SELECT ON ALL TABLES IN SCHEMA public TO app; GRANT app TO postgres');
  });
  afterAll(() => cluster.remove());

  describe.each(['session', 'transaction'] as const)('that pools by %s', (mode) => {
    let pooler: Pooler;
    beforeAll(async () => {
      pooler = await startPooler(cluster, mode);
    });
    afterAll(() => pooler.stop());

    test('has the settings in each transaction, and no longer', async () => {
      const settings = { role: 'app', timezone: 'Asia/Tokyo', search_path: '"a b", public', 'app.grp': "it's \\ here" };
      const database = await openServer({ url: pooler.url(), env: {}, settings });
      const other = await openServer({ url: pooler.url(), env: {}, settings: {} });
      const text = `SELECT current_user AS role, current_setting('timezone') AS zone, current_setting('search_path') AS path, current_setting('app.grp', true) AS grp`;
      try {
        expect(database.settings).toMatchObject(settings);
        for (let round = 0; round < 2; round += 1) {
          expect(await database.attempt([{ text }])).toEqual({
            rows: [[{ role: 'app', zone: 'Asia/Tokyo', path: '"a b", public', grp: "it's \\ here" }]],
          });
          expect(await other.query(text)).toMatchObject([{ role: 'postgres', path: '"$user", public' }]);
        }
      } finally {
        await database.close();
        await other.close();
      }
    });

    test('is left with nothing prepared, whatever came of it', async () => {
      const database = await openServer({ url: pooler.url(), env: {}, settings: {} });
      try {
        const prepare = { text: 'PREPARE planlint (integer) AS SELECT $1' };
        const trials = await Promise.all([
          database.attempt([prepare, { text: 'EXECUTE planlint (1)' }]),
          database.attempt([prepare, { text: 'SELECT 1/0' }]),
          database.attempt([{ text: 'PREPARE planlint AS SELECT nowhere' }]),
          database.attempt([prepare]),
        ]);
        expect(trials.map((trial) => ('refusal' in trial ? trial.refusal.sqlstate : 'ok'))).toEqual(['ok', '22012', '42703', 'ok']);
        expect(await database.query('SELECT name FROM pg_prepared_statements')).toEqual([]);
      } finally {
        await database.close();
      }
    });
  });

  test('that pools by statement cannot be used, and says why', async () => {
    const pooler = await startPooler(cluster, 'statement');
    try {
      const opening = openServer({ url: pooler.url(), env: {}, settings: {} });
      await expect(opening).rejects.toMatchObject({
        name: 'UserError',
        message: expect.stringMatching(/statement pooling/),
        hint: expect.stringMatching(/pools transactions/),
      });
    } finally {
      await pooler.stop();
    }
  });

  test('that has no room for the options of PGOPTIONS says what to do', async () => {
    const pooler = await startPooler(cluster, 'transaction');
    try {
      const opening = openServer({ url: pooler.url(), env: { PGOPTIONS: '-c geqo=off' }, settings: {} });
      await expect(opening).rejects.toMatchObject({ name: 'UserError', hint: expect.stringMatching(/--set name=value/) });
    } finally {
      await pooler.stop();
    }
  });
});
