import { describe, expect, test } from 'vitest';
import { findUnloadable } from '../../src/load/psql-lines.ts';
import { splitSql } from '../../src/sql/split.ts';

const find = (text: string) => findUnloadable(splitSql(text));

describe('a command for psql', () => {
  test.each([
    ["SELECT 1; \\copy t FROM 'rows.csv'", '\\copy', /only psql can follow/],
    ["\\copy t FROM 'rows.csv'", '\\copy', /only psql can follow/],
    ['\\c one\nCREATE TABLE t (id int);\n\\connect two\nCREATE TABLE t (id int);', '\\connect', /second database/],
    ['CREATE TABLE t (id int);\n\\c "o n e"\nCREATE TABLE u (id int);', '\\c', /second database/],
    ['SELECT 1;\n\\connect -reuse-previous=on "dbname=\'one\'"\nSELECT 1;', '\\connect', /second database/],
    ["SELECT 1;\n\\set x 'a' \\connect prod\nSELECT 1;", '\\connect', /second database/],
    ['SELECT 1;\n\\c postgres://host:1/two?x=y\nSELECT 1;', '\\c', /second database/],
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
    '\\connect one\nCREATE TABLE t (id int);\n\\c - admin\nCREATE TABLE u (id int);\n\\c one\nSELECT 1;',
    'CREATE ROLE r;\nGRANT r TO s;\nCREATE DATABASE one;\n\\connect one\nCREATE TABLE t (id int);\n\\c postgres\nSET x = 1;\nCOMMENT ON DATABASE postgres IS 1;',
    'SELECT 1 \\gset\nSELECT 2 \\; SELECT 3 \\gx\n',
    "SELECT '\\i other.sql'; -- \\i other.sql\n/*\n\\i other.sql\n*/\nCOPY t FROM stdin;\n\\i\n\\.\n",
  ])('is ignored otherwise: %j', (text) => {
    expect(find(text)).toBeNull();
  });
});
