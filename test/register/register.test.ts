import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { programs } from './programs.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planlint-register-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const modules = join(import.meta.dirname, '../../node_modules');
writeFileSync(join(folder, 'schema.sql'), 'CREATE TABLE entry (id int);');

let made = 0;

/** Runs a program, and gives for each statement that begins with SELECT where it was called. */
async function capture(files: Readonly<Record<string, string>>, argv: readonly string[], flags: readonly string[] = [], env = {}) {
  const cwd = join(folder, `program-${made++}`);
  mkdirSync(cwd);
  symlinkSync(realpathSync(modules), join(cwd, 'node_modules'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text);
  const outcome = await run(['capture', '--out', 'q.jsonl', '--schema', '../schema.sql', ...flags, '--', process.execPath, ...argv], {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
  });
  expect(outcome.code, outcome.stderr).toBe(0);
  const lines = readFileSync(join(cwd, 'q.jsonl'), 'utf8').trim().split('\n');
  const records: { sql: string; file?: string; line?: number }[] = lines.map((line) => JSON.parse(line));
  return records.filter(({ sql }) => /^SELECT .* AS/.test(sql) && !sql.includes('typarray'));
}

describe('each statement is at the line that it was called from', () => {
  for (const { title, files, run: argv } of programs)
    test(title, { timeout: 120_000 }, async () => {
      const expected = Object.entries(files).flatMap(([file, text]) =>
        text.split('\n').flatMap((line, index) => {
          const name = /SELECT .* AS (\w+)/.exec(line)?.[1];
          return name === undefined ? [] : [`${name} ${file}:${index + 1}`];
        }),
      );
      const found = (await capture(files, argv)).map(({ sql, file, line }) => `${/ AS (\w+)/.exec(sql)?.[1]} ${file}:${line}`);
      expect(found.sort()).toEqual(expected.sort());
    });
});

describe('the program', () => {
  const query = `const pg = require('pg');
(async () => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const { rows } = await client.query('SELECT 1 AS plain');
  require('fs').writeFileSync('said', JSON.stringify([rows, process.env.NODE_OPTIONS]));
  await client.end();
})();
`;

  test('is left alone where it is not to be asked', async () => {
    const [record] = await capture({ 'app.cjs': query }, ['app.cjs'], ['--no-call-sites']);
    expect(record).not.toHaveProperty('file');
  });

  test('keeps its own NODE_OPTIONS', async () => {
    const files = {
      'app.cjs': query,
      'own.cjs': `globalThis.own = true;`,
      'check.cjs': `if (!globalThis.own) process.exit(3); require('./app.cjs');`,
    };
    const [record] = await capture(files, ['check.cjs'], [], { NODE_OPTIONS: '--require ./own.cjs' });
    expect(record).toMatchObject({ file: 'app.cjs', line: 5 });
  });

  const unharmed: readonly (readonly [fault: string, before: string])[] = [
    ['the folder is gone', `require('fs').rmSync(process.env.PLANLINT_CALL_SITES, { recursive: true });`],
    ['stacks are made otherwise', `Error.prepareStackTrace = () => { throw new Error('not to be had'); };`],
    ['stacks are no texts', 'Error.prepareStackTrace = () => 7;'],
    ['stacks cannot be had', 'Object.defineProperty(Error, "captureStackTrace", { value() { throw new Error("no"); } });'],
    ['Error is frozen', 'Object.freeze(Error);'],
  ];
  for (const [fault, before] of unharmed)
    test(`is not harmed where ${fault}`, async () => {
      const [record] = await capture({ 'app.cjs': `${before}\n${query}` }, ['app.cjs']);
      expect(record?.sql).toBe('SELECT 1 AS plain');
    });

  test('gets the errors that it made', async () => {
    const app = `const pg = require('pg');
(async () => {
  const client = new pg.Client(process.env.DATABASE_URL);
  await client.connect();
  const said = [];
  for (const wrong of [null, undefined, 7, {}, 'SELEC'])
    try { await client.query(wrong); } catch (error) { said.push(error.message); }
  await client.query('SELECT 1 AS behind');
  await client.end();
  require('fs').writeFileSync(process.env.SAID, JSON.stringify(said));
})();
`;
    const said = async (flags: readonly string[]) => {
      const path = join(folder, 'said.json');
      await capture({ 'app.cjs': app }, ['app.cjs'], flags, { SAID: path });
      return readFileSync(path, 'utf8');
    };
    expect(await said([])).toBe(await said(['--no-call-sites']));
  });
});
