import { afterAll, describe, expect, test } from 'vitest';
import { toSchemaName } from '../../src/cli/schema-name.ts';
import { findOverlooked } from '../../src/schema/overlooked.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

const table = 'CREATE TABLE t (id int);';
site.write('plain/1_first.sql', table);
site.write('plain/2_views/1_view.sql', 'CREATE VIEW v AS SELECT 1 AS one;');
site.write('plain/notes/read.me', 'no SQL');
site.write('flyway/V1__first.sql', table);
site.write('flyway/later/V2__second.sql', 'ALTER TABLE t ADD v int;');
site.write('taken/all.sql', '\\ir ../plain/1_first.sql\n');

const subjectsOf = (path: string): readonly string[] => findOverlooked([path], site.cwd).map(({ subject }) => subject);

describe('SQL in a folder below a schema', () => {
  test.each([
    ['plain', ['folder plain/2_views']],
    ['plain/', ['folder plain/2_views']],
    ['flyway', []],
    ['plain/1_first.sql', []],
  ])('%s: %j is not loaded', (path, subjects) => expect(subjectsOf(path)).toEqual(subjects));

  test('stands in the report of a run, from the cache too', async () => {
    for (const run of ['first', 'warm']) {
      const database = await site.open({ schema: ['plain'] });
      await database.close();
      expect([run, database.state.notes]).toEqual([run, [{ subject: 'folder plain/2_views', message: expect.stringMatching(/^not loaded: /) }]]);
    }
  });
});

test('the name of a schema counts its files, not those that they take in', () => {
  expect(toSchemaName({ schema: ['plain', 'flyway', 'taken/all.sql'] }, site.cwd)).toBe('plain (1 file), flyway (2 files), taken/all.sql');
});
