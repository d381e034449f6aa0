import { describe, expect, test } from 'vitest';
import { readFormatted } from '../../src/schema/liquibase/formatted.ts';
import { cutDown } from '../../src/schema/up-part.ts';

/** The words that are left, and that nothing has moved. */
function wordsOf(text: string, made: string): string {
  expect(made).toHaveLength(text.length);
  for (const word of made.matchAll(/\w+/g)) expect(text.slice(word.index, word.index + word[0].length)).toBe(word[0]);
  expect(made.split('\n')).toHaveLength(text.split('\n').length);
  return Array.from(made.replace(/--.*/g, '').matchAll(/\w+/g), ([word]) => word).join(' ');
}

describe('of a file is left what makes a change', () => {
  test.each([
    ['-- migrate:up\na;\n-- migrate:down\nb;\n', 'a'],
    ['--migrate:up transaction:false\r\na;\r\n-- migrate:down transaction:false\r\nb;\r\n', 'a'],
    ['-- +goose NO TRANSACTION\n-- +goose Up\n-- +goose StatementBegin\na;\n-- +goose StatementEnd\n-- +goose Down\nb;', 'a'],
    ['-- +goose up\na;\n-- +GOOSE DOWN\nb;\n', 'a'],
    ['-- +migrate Up notransaction\na;\n-- +migrate Down\nb;\n', 'a'],
    ['-- Up Migration\na;\n\n---- down   migration of this\nb;\n', 'a'],
    ['-- Down Migration\nb;\n-- Up Migration\na;\n', 'a'],
    ['-- rambler up\na;\n-- rambler down\nb;\n-- rambler up\nc;\n-- rambler down\nd;\n', 'a c'],
    ['a;\n---- create above / drop below ----\nb;\n', 'a'],
    ['-- // name\na;\n-- //@UNDO\nb;\n', 'a'],
    ['# --- !Ups\na;\n\n# --- !Downs\nb;\n', 'a'],
    ['-- !Ups\na;\n-- !Downs\nb;\n', 'a'],
    ['-- UP\na;\n-- DOWN --\nb;\n', 'a'],
    // One tool after another, in one file.
    ['-- +goose Up\n-- migrate:up\na;\n-- +goose Down\n-- migrate:down\nb;\n', 'a'],
    ['-- migrate:up\na;\n-- Down Migration\nb;\n', 'a'],
    ['-- Add up migration script here\na;\n', 'a'],
    ['-- up to here, and down again\na; -- migrate:down\nb;\n', 'a b'],
    ["SELECT '-- migrate:down', a;\n", 'SELECT'],
  ])('%j', (text, expected) => {
    expect(wordsOf(text, cutDown({ path: 'x.sql', text }))).toBe(expected);
  });
});

test('a line without its pair is asked about, or is none inside a statement', () => {
  const refused = expect.objectContaining({ message: 'x.sql:2:1: this line may begin what takes the change back, or be a heading' });
  for (const line of ['-- down', '-- Undo', '---- DOWN ----']) {
    expect(() => cutDown({ path: 'x.sql', text: `a;\n${line}\nb;\n` })).toThrow(refused);
    const body = `CREATE FUNCTION f() AS $$\n${line}\n$$;\nb;\n`;
    expect(cutDown({ path: 'x.sql', text: body })).toBe(body);
  }
});

describe('of formatted SQL is left what PostgreSQL gets', () => {
  const head = '--liquibase formatted sql\n';
  test.each([
    ['--changeset a:1\na;\n--rollback b;\n--changeset a:2 dbms:mysql\nc;\n--changeset a:3\nd;', 'a d'],
    [
      '--changeset a:1 dbms:postgresql,h2\na;\n--changeset a:2 dbms:!postgresql\nb;\n--changeset a:3 dbms:!oracle\nc;\n--changeset a:4 dbms:"h2, oracle"\nd;\n',
      'a c',
    ],
    ['--changeset a:1\n--ignoreLines:2\na;\nb;\nc;\n--ignoreLines:start\nd;\n--ignoreLines:end\ne;\n', 'c e'],
  ])('%j', (text, expected) => {
    expect(wordsOf(head + text, readFormatted(head + text))).toBe(expected);
  });

  test('with semicolons where a changeset ends its statements otherwise', () => {
    expect(readFormatted(`${head}--changeset a:1 endDelimiter:/\nCREATE a\n/\nSELECT 1/2\n--changeset a:2 endDelimiter:GO\nb;\n`)).toBe(
      `${head}--changeset a:1 endDelimiter:/\nCREATE a\n;\nSELECT 1/2\n--changeset a:2 endDelimiter:GO\nb;\n`,
    );
    expect(readFormatted(`${head}--changeset a:1 endDelimiter:@@\na @@ \nb\n@@`)).toBe(`${head}--changeset a:1 endDelimiter:@@\na ; \nb\n; `);
  });

  test('and of any other file all', () => {
    const text = '--changeset a:1 dbms:mysql\na;\n';
    expect(readFormatted(text)).toBe(text);
  });
});
