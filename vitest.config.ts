import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    // The first test of a run may have to initialise a cluster, load a schema and wait for the other worker to do the same.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
