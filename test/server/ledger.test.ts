import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
// @ts-expect-error It has no types.
import { compare } from '../../fixtures/ledger/compare.js';
import { run } from '../cli/run.ts';
import { type Cluster, loadLedger, majors, startCluster } from './cluster.ts';

const ledger = join(import.meta.dirname, '../../fixtures/ledger');
const expected = JSON.parse(readFileSync(join(ledger, 'expected.json'), 'utf8'));

describe.each(majors)('the ledger on a server of PostgreSQL %i', (major) => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ major });
    await loadLedger(cluster);
  });
  afterAll(() => cluster.remove());

  test('has the verdicts that it has on the embedded one', async () => {
    const { code, stdout, stderr } = await run(['check', 'queries', 'captured', '--url', cluster.url(), '-f', 'json'], { cwd: ledger });
    expect([code, stderr]).toEqual([1, '']);
    const report = JSON.parse(stdout);
    expect(report.server).toMatchObject({ engine: 'server', version: expect.stringMatching(new RegExp(`^${major}\\.`)) });
    expect(compare(report, expected)).toEqual([]);
  });
});
