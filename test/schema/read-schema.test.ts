import { afterAll, describe, expect, test } from 'vitest';
import { compareNames } from '../../src/schema/names.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

describe('readSchema', () => {
  test('takes files as given and folders by name, numbers by value', () => {
    for (const name of ['10_c', '2_b', '1_a', 'x', 'notes']) site.write(`db/${name}.${name === 'notes' ? 'md' : 'sql'}`, `-- ${name}`);
    site.write('db/deeper/0.sql', '');
    site.write('seed.sql', '\ufeffSELECT 1;');
    expect(readSchema(['seed.sql', 'db/'], site.cwd)).toEqual([
      { path: 'seed.sql', text: 'SELECT 1;' },
      { path: 'db/1_a.sql', text: '-- 1_a' },
      { path: 'db/2_b.sql', text: '-- 2_b' },
      { path: 'db/10_c.sql', text: '-- 10_c' },
      { path: 'db/x.sql', text: '-- x' },
    ]);
  });

  test.each([
    ['nowhere', 'nowhere: no such file or folder'],
    ['empty', 'empty: there is no SQL file in this folder'],
    ['latin.sql', 'latin.sql: not a UTF-8 text'],
  ])('refuses %s', (path, message) => {
    site.write('empty/readme.md', '');
    site.write('latin.sql', Buffer.from([0x2d, 0x2d, 0xe9, 0x0a]));
    expect(() => readSchema([path], site.cwd)).toThrow(
      expect.objectContaining({ name: 'UserError', area: 'usage', message, hint: expect.any(String) }),
    );
  });
});

test('names compare piece by piece', () => {
  const sorted = ['a', 'a1', 'a02', 'a2', 'a10', 'b', '20240101000000_x', '20231231235959_y', '007', '7'].sort(compareNames);
  expect(sorted).toEqual(['007', '7', '20231231235959_y', '20240101000000_x', 'a', 'a1', 'a02', 'a2', 'a10', 'b']);
});
