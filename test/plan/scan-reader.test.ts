import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { checkAll, toStatement } from '../check-sql.ts';
import { openWith } from '../open-schema.ts';

let database: Database;
beforeAll(async () => {
  const partitions = (table: string) =>
    ['a', 'b'].map((value) => `CREATE TABLE ${table}_${value} PARTITION OF ${table} FOR VALUES IN ('${value}');`).join('\n');
  database = await openWith(
    [],
    `CREATE TABLE texts (k text, v integer) PARTITION BY LIST (k); ${partitions('texts')}
     CREATE TABLE names (k name, v integer) PARTITION BY LIST (k); ${partitions('names')}`,
  );
});
afterAll(() => database.close());

const asked: readonly (readonly [sql: string, binding: string])[] = [
  ["SELECT 1 FROM names WHERE k >= 'a'::name", 'half-range'],
  ["SELECT 1 FROM texts WHERE k >= 'a'::name", 'wrapped'],
  ["SELECT 1 FROM texts WHERE k >= 'a'::text", 'half-range'],
];

test.each([
  ['as they come', asked],
  ['the other way round', asked.toReversed()],
])('what is remembered of a condition is not taken for another type: %s', async (_, statements) => {
  const checked = await checkAll(
    database,
    statements.map(([sql]) => toStatement(sql)),
  );
  expect(checked.map(({ statement }) => statement.tables[0]?.keys[0]?.binding)).toEqual(statements.map(([, binding]) => binding));
});
