import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const { cache } = createRequire(import.meta.url);
const loaded = (): boolean => Object.keys(cache).some((path) => path.includes('/node_modules/libpg-query/'));

test('what recalls a report loads no parser, which is loaded when something is to be parsed', async () => {
  await import('../../src/cli/recall-report.ts');
  await import('../../rules/index.ts');
  expect(loaded()).toBe(false);
  await (await import('../../src/sql/parse.ts')).loadParser();
  expect(loaded()).toBe(true);
});
