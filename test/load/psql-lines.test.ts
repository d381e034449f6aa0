import { describe, expect, test } from 'vitest';
import { findUnloadable } from '../../src/load/psql-lines.ts';
import { splitSql } from '../../src/sql/split.ts';

const find = (text: string) => findUnloadable(splitSql(text));

describe('a command for psql', () => {
  test.each([
    ["SELECT 1; \\copy t FROM 'rows.csv'", '\\copy', /only psql can follow/],
    ["\\set x 'a' \\connect prod", '\\connect', /another database/],
    ['\\connect prod', '\\connect', /another database/],
    ['CREATE TABLE t (id int);\n\\c - admin', '\\c', /another database/],
    ["\\copy t FROM 'rows.csv'", '\\copy', /only psql can follow/],
    ["SELECT 'DROP TABLE t' \\gexec", '\\gexec', /runs what the statement selects/],
    ['\\if :{?x}\nSELECT 1;\n\\endif', '\\if', /a condition/],
    ['SELECT 1;\n\\q\nSELECT 2;', '\\q', /statements behind it/],
  ])('that decides what loads is named: %j', (text, command, message) => {
    const found = find(text);
    expect(found).toMatchObject({ start: text.indexOf(command), message: expect.stringMatching(message), hint: expect.any(String) });
    expect(found?.message.startsWith(`${command} `)).toBe(true);
  });

  test.each([
    '\\set x 1\n\\echo "\\i other"\n\\timing\n\\pset pager off\n\\encoding UTF8\n\\.\n',
    '\\restrict key\nSELECT 1;\n\\unrestrict key\n\\q\n',
    '\\! cat a \\i b',
    'SELECT 1 \\gset\nSELECT 2 \\; SELECT 3 \\gx\n',
    "SELECT '\\i other.sql'; -- \\i other.sql\n/*\n\\i other.sql\n*/\nCOPY t FROM stdin;\n\\i\n\\.\n",
  ])('is ignored otherwise: %j', (text) => {
    expect(find(text)).toBeNull();
  });
});
