import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSchema } from '../../src/schema/read-schema.ts';
import { makeSite } from '../database/site.ts';

const site = makeSite();
afterAll(() => site.remove());

let folders = 0;
/** Makes a folder of its own with these files; a path alone is an empty file. */
function make(files: Readonly<Record<string, string>> | readonly string[]): string {
  folders += 1;
  const entries = Array.isArray(files) ? files.map((path) => [path, '']) : Object.entries(files);
  for (const [path, text] of entries) site.write(`db${folders}/${path}`, text);
  return `db${folders}`;
}

function list(folder: string): readonly string[] {
  return readSchema([folder], site.cwd).map(({ path }) => path.slice(folder.length + 1));
}

describe('a folder loads in the order of', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['names', ['10_c.sql', '9_b.sql', 'notes.md', 'deeper/0.sql'], ['9_b.sql', '10_c.sql']],
    [
      'versions, an absent part being 0',
      ['V1.1__b.sql', 'V1__a.sql', 'V1.0.1__ab.sql', 'V01_2__c.sql'],
      ['V1__a.sql', 'V1.0.1__ab.sql', 'V1.1__b.sql', 'V01_2__c.sql'],
    ],
    [
      'Flyway, callbacks around all',
      ['R__z.sql', 'R__a.sql', 'V2__x.sql', 'afterMigrate__grants.sql', 'beforeMigrate.sql', 'afterClean.sql'],
      ['beforeMigrate.sql', 'V2__x.sql', 'R__a.sql', 'R__z.sql', 'afterMigrate__grants.sql'],
    ],
    ['Flyway in lower case', ['u2__x.sql', 'v2__x.sql', 'v10__y.sql'], ['v2__x.sql', 'v10__y.sql']],
    ['folders', ['20240101_a/up.sql', '20240101_a/down.sql', '3_b/up.sql', 'meta/x.json'], ['3_b/up.sql', '20240101_a/up.sql']],
  ])('%s', (_, files, expected) => {
    expect(list(make(files))).toEqual(expected);
  });

  test("Sqitch's plan, from its deploy folder as well", () => {
    const plan =
      '%project=x\n\nb 2024-01-01T00:00:00Z A <a@b.c> # B\n@v1 2024-01-01T00:00:00Z A <a@b.c>\n@v2 2024-01-01T00:00:00Z A <a@b.c>\na [b] 2024-01-01T00:00:00Z A <a@b.c>\nb 2024-01-01T00:00:00Z A <a@b.c>\n';
    const files = { 'deploy/a.sql': '', 'deploy/b.sql': '', 'deploy/b@v2.sql': '', 'revert/a.sql': '' };
    const folder = make({ ...files, 'sqitch.plan': plan });
    const order = ['deploy/b@v2.sql', 'deploy/a.sql', 'deploy/b.sql'];
    expect(list(folder)).toEqual(order);
    expect(readSchema([`${folder}/deploy`], site.cwd).map(({ path }) => path)).toEqual(order.map((path) => `${folder}/${path}`));
    const top = make({ 'sqitch.conf': '[core]\n\tengine = pg\n\ttop_dir = db/pg\n', 'db/pg/sqitch.plan': 'a 2024\n', 'db/pg/deploy/a.sql': '' });
    expect(list(top)).toEqual(['db/pg/deploy/a.sql']);
  });
});

describe('what takes a change back is left out by its name', () => {
  test.each<[readonly string[], readonly string[]]>([
    [['1_a.up.sql', '1_a.down.sql'], ['1_a.up.sql']],
    [
      ['1_a.sql', '1_a.undo.sql', '2_b.do.sql', '2_b.rollback.sql'],
      ['1_a.sql', '2_b.do.sql'],
    ],
    [
      ['1_a.sql', '1_a_rollback.sql', '2_b-up.sql', '2_b-down.sql'],
      ['1_a.sql', '2_b-up.sql'],
    ],
    [['up_1.sql', 'down_1.sql'], ['up_1.sql']],
    // Nothing says that these take anything back.
    [
      ['1_a.sql', '2_allow_undo.sql', '3_rollback.sql'],
      ['1_a.sql', '2_allow_undo.sql', '3_rollback.sql'],
    ],
  ])('%j', (files, expected) => {
    expect(list(make(files))).toEqual(expected);
  });
});

describe('a folder is refused', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp, RegExp]>([
    [
      'with migrations of Knex',
      { '20240101_a.js': '' },
      /no SQL file in this folder, but migrations in code, such as 20240101_a\.js/,
      /npx knex migrate:latest/,
    ],
    [
      'with a Go migration between',
      { '00001_a.sql': '-- +goose Up', '00002_b.go': '' },
      /00002_b\.go is a migration in code/,
      /--schema-command "goose up"/,
    ],
    ['with a Java migration of Flyway', { 'V1__a.sql': '', 'V2__b.java': '' }, /V2__b\.java is a migration in code/, /flyway migrate/],
    ['with a version twice', { 'V1__a.sql': '', 'V1.0__b.sql': '' }, /V1__a\.sql: has the version of .*V1\.0__b\.sql/, /another version/],
    [
      'with a script that the plan has not',
      { 'sqitch.plan': 'a 2024\n', 'deploy/b.sql': '' },
      /sqitch\.plan: deploys a, and there is no deploy\/a\.sql/,
      /out of the plan/,
    ],
    ['with a broken journal', { 'meta/_journal.json': '{', '0_a.sql': '' }, /_journal\.json: not a journal/, /version control/],
    ['with a step without a script', { '1_a/up.sql': '', '2_b/up.yaml': '' }, /2_b: has neither migration\.sql nor up\.sql/, /--schema-command/],
    ['with SQL beside the steps', { '1_a/up.sql': '', '2_b.sql': '' }, /migrations in folders of their own, and 2_b\.sql/, /one by one/],
    ['with SQL in folders only', { 'a/x.sql': '', 'b/y.sql': '' }, /no SQL file in this folder$/, /\(a, b\) are not looked into/],
    [
      'with changes in XML',
      { 'changelog.xml': '<databaseChangeLog><changeSet id="1"><sql>x</sql></changeSet></databaseChangeLog>' },
      /changelog\.xml: holds changes that only Liquibase/,
      /liquibase update/,
    ],
    ['with changes in YAML', { 'master.yaml': 'databaseChangeLog:\n- changeSet:\n    id: 1\n' }, /master\.yaml: holds changes/, /liquibase update/],
    ['with changes in JSON', { 'master.json': '{"databaseChangeLog": []}' }, /master\.json: holds changes/, /liquibase update/],
    [
      'with a changelog that takes in what is not there',
      { 'a.xml': '<databaseChangeLog><include file="x/y.sql"/></databaseChangeLog>' },
      /a\.xml: takes in x\/y\.sql, which is not there/,
      /where Liquibase runs/,
    ],
    [
      'with a changelog that takes in itself',
      { 'a.xml': '<databaseChangeLog><include file="a.xml"/></databaseChangeLog>' },
      /a\.xml: takes in itself/,
      /take it out/,
    ],
    ['with two changelogs', { 'a.xml': '<databaseChangeLog/>', 'b.xml': '<databaseChangeLog/>' }, /a\.xml and b\.xml are changelogs/, /main one/],
  ])('%s', (_, files, message, hint) => {
    const folder = make(files);
    expect(() => list(folder)).toThrow(
      expect.objectContaining({ name: 'UserError', message: expect.stringMatching(message), hint: expect.stringMatching(hint) }),
    );
  });

  test('and a file that is a program', () => {
    const folder = make(['20240101_a.ts', 'schema.prisma']);
    expect(() => readSchema([`${folder}/20240101_a.ts`], site.cwd)).toThrow(/20240101_a\.ts: is no SQL/);
    expect(() => readSchema([`${folder}/schema.prisma`], site.cwd)).toThrow(
      expect.objectContaining({ hint: expect.stringMatching(/prisma migrate deploy/) }),
    );
  });
});

describe('a changelog of Liquibase', () => {
  let folder = '';
  beforeAll(() => {
    folder = make({
      'res/db/main.yaml':
        'databaseChangeLog:\n  - include: {file: db/one.sql}\n  # - include: {file: gone.sql}\n  - includeAll:\n      path: "more"\n      relativeToChangelogFile: true\n',
      'res/db/one.sql': '',
      'res/db/more/b.sql': '',
      'res/db/more/a/z.sql': '',
      'res/db/more/deep.xml': '<databaseChangeLog><include relativeToChangelogFile="true" file="../one.sql"/></databaseChangeLog>',
    });
  });

  test('is followed file by file, each once', () => {
    const expected = ['one.sql', 'more/a/z.sql', 'more/b.sql'].map((path) => `${folder}/res/db/${path}`);
    expect(readSchema([`${folder}/res/db`], site.cwd).map(({ path }) => path)).toEqual(expected);
    expect(readSchema([`${folder}/res/db/main.yaml`], site.cwd).map(({ path }) => path)).toEqual(expected);
  });
});
