import { afterAll, describe } from 'vitest';
import { hasPooler } from '../server/pooler.ts';
import { testSection } from './section.ts';
import { poolers, servers, stopServers } from './servers.ts';

afterAll(stopServers);

testSection({ ...servers, rows: servers.rows.filter((row) => !poolers.includes(row)) });

describe.runIf(hasPooler)(hasPooler ? 'with PgBouncer' : 'with PgBouncer, which is not installed here and so not tried', () => {
  testSection({ ...servers, rows: poolers });
});
