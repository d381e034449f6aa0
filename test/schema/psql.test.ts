import { afterAll, describe, expect, test } from 'vitest';
import { readSchema } from '../../src/schema/read-schema.ts';
import type { SchemaFile } from '../../src/schema/schema-file.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

function read(files: Readonly<Record<string, string>>, first = 'db/all.sql'): readonly SchemaFile[] {
  for (const [path, text] of Object.entries(files)) site.write(path, text);
  return readSchema([first], site.cwd);
}

const say = ({ path, text, continues, rows }: SchemaFile) =>
  `${continues === true ? '+' : ''}${path}:${text.split('\n').findIndex((line) => line.trim() !== '') + 1} ${text.trim()}${rows === undefined ? '' : ` < ${rows.path}`}`;

describe('psql takes in a file', () => {
  test('in the place of its line, in the same session, and each line stays where it stands', () => {
    const all = 'SET search_path = app;\n\\i db/one.sql\nSELECT 2; \\ir one.sql\n\nSELECT 3;';
    expect(read({ 'db/all.sql': all, 'db/one.sql': '\nSELECT 1;\n' }).map(say)).toEqual([
      'db/all.sql:1 SET search_path = app;',
      '+db/one.sql:2 SELECT 1;',
      '+db/all.sql:3 SELECT 2;',
      '+db/one.sql:2 SELECT 1;',
      '+db/all.sql:5 SELECT 3;',
    ]);
  });

  test.each([
    ['\\i one.sql', 'beside the file, where the working folder has none'],
    ["\\include 'one.sql'", 'in quotes'],
    ['\\include_relative ./one.sql -- what', 'with more on the line'],
    ["\\set name one \\i :name'.sql'", 'by a variable'],
    ['\\i "one.sql"', 'in double quotes, which psql keeps'],
  ])('%s: %s', (line) => {
    if (line.includes('"')) site.write('db/"one.sql"', 'SELECT 1;');
    const [, taken] = read({ 'db/all.sql': line, 'db/one.sql': 'SELECT 1;' });
    expect(taken).toMatchObject({ text: 'SELECT 1;', continues: true });
  });

  test('that takes in others, from its own folder', () => {
    const files = { 'db/all.sql': '\\ir deep/a.sql\n', 'db/deep/a.sql': 'SELECT 1;\n\\ir b.sql\n', 'db/deep/b.sql': 'SELECT 2;' };
    const texts = read(files).map(({ path, text }) => `${path} ${text.trim()}`.trim());
    expect(texts).toEqual(['db/all.sql', 'db/deep/a.sql SELECT 1;', 'db/deep/b.sql SELECT 2;', 'db/deep/a.sql', 'db/all.sql']);
  });

  test('but not where the line is no command', () => {
    const text = "SELECT '\n\\i x.sql\n'; -- \\i x.sql\nCOPY t FROM stdin;\n\\ir x.sql\n\\.\n";
    expect(read({ 'db/all.sql': text })).toEqual([{ path: 'db/all.sql', text }]);
  });

  test.each([
    ['\\i gone.sql', 'db/all.sql:2:1: \\i takes in gone.sql, which is not there'],
    ['\\ir', 'db/all.sql:2:1: \\ir does not say which file'],
    ['SELECT 1; \\i `ls`', 'db/all.sql:2:11: \\i does not say which file'],
    ['\\i db/all.sql', 'db/all.sql:2:1: \\i takes in db/all.sql inside itself'],
    ['\\ir turn.sql', 'db/turn.sql:1:1: \\ir takes in db/all.sql inside itself'],
    ["\\copy t FROM 'gone.csv'", 'db/all.sql:2:1: \\copy takes in gone.csv, which is not there'],
  ])('and says so where it cannot: %s', (line, message) => {
    const files = { 'db/all.sql': `-- all\n${line}\n`, 'db/turn.sql': '\\ir all.sql' };
    expect(() => read(files)).toThrow(expect.objectContaining({ name: 'UserError', message, hint: expect.any(String), excerpt: expect.any(Array) }));
  });
});

describe('psql copies rows of a file', () => {
  test.each([
    ["\\copy t FROM 'rows.csv' WITH (FORMAT csv)", 'COPY t FROM stdin WITH (FORMAT csv);'],
    ['\\copy app.t (a, "B") from rows.csv csv header', 'COPY app.t (a, "B") FROM stdin csv header;'],
    ["\\copy t FROM 'rows.csv';", 'COPY t FROM stdin;'],
  ])('%s', (line, sql) => {
    const files = read({ 'db/all.sql': `SELECT 1;\n${line}\nSELECT 2;`, 'db/rows.csv': '1,2\n' });
    expect(files).toEqual([
      { path: 'db/all.sql', text: `SELECT 1;\n${sql}`, rows: { path: 'db/rows.csv', text: '1,2\n' } },
      { path: 'db/all.sql', text: `         \n${' '.repeat(line.length)}\nSELECT 2;`, continues: true },
    ]);
  });

  test.each(['\\copy t FROM stdin', '\\copy t TO rows.csv', "\\copy t FROM program 'cat'", '\\copy (SELECT 1) TO x'])(
    'but leaves alone %s',
    (line) => {
      expect(read({ 'db/all.sql': line })).toEqual([{ path: 'db/all.sql', text: line }]);
    },
  );
});

describe('psql puts in the values of variables', () => {
  test.each([
    [
      '\\set owner app\n\\set schema :owner _data\nCREATE SCHEMA :schema AUTHORIZATION :"owner"; SELECT :\'owner\';',
      'CREATE SCHEMA app_data AUTHORIZATION "app"; SELECT \'app\';',
    ],
    ["\\set it 'it''s'\nSELECT :'it', ':it', a::it, x[1:it] -- :it", "SELECT 'it''s', ':it', a::it, x[1it's] -- :it"],
    ["\\set a 1\n\\unset a\nSELECT :a, :'b', y := :c;", "SELECT :a, :'b', y := :c;"],
    ['\\set a b\nALTER DATABASE :"DBNAME" SET x = 1;', 'ALTER DATABASE "postgres" SET x = 1;'],
    ['SELECT :a;\n\\set a 2\nSELECT :a;', 'SELECT :a;\n\\set a 2\nSELECT 2;'],
  ])('%j', (text, expected) => {
    const [{ text: made = '' } = {}] = read({ 'db/all.sql': text });
    expect(made.replace(/^(?:\\(?:un)?set.*\n)+/, '')).toBe(expected);
  });

  test('in files that are taken in, and after them', () => {
    const files = { 'db/all.sql': '\\set a 1\n\\ir in.sql\nSELECT :a, :b;', 'db/in.sql': 'SELECT :a;\n\\set b 2\n' };
    expect(read(files).map(({ text }) => text.replace(/\\set.*/g, '').trim())).toEqual(['', 'SELECT 1;', 'SELECT 1, 2;']);
  });
});
