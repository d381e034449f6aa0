import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { toLogin, toPasswordFile } from '../../src/connection/login.ts';
import { findPassword, readPassword } from '../../src/connection/password-file.ts';

const login = { host: 'db.example.com', port: 5432, database: 'ledger', user: 'app' };

describe('a line of the password file', () => {
  test.each([
    ['db.example.com:5432:ledger:app:secret', 'secret'],
    ['*:*:*:*:secret', 'secret'],
    ['db.example.com:*:*:app:secret\r', 'secret'],
    ['*:5433:*:*:secret', null],
    ['other:5432:ledger:app:secret', null],
    ['db.example.com:5432:ledger:app2:secret', null],
    ['#*:*:*:*:no\n*:*:*:*:secret', 'secret'],
    ['*:*:*:other:no\n\n*:*:*:app:first\n*:*:*:app:second', 'first'],
    ['*:*:*:*:a\\:b\\\\c', 'a:b\\c'],
    ['*:*:*:*:se cret ', 'se cret '],
    ['*:*:*:*:secret:more', 'secret'],
    ['db.example.com:5432:ledger:app', null],
    ['db.example.com:5432:ledger:app:', null],
    ['\\*:*:*:*:secret', null],
  ])('%j', (text, password) => expect(findPassword(text, login)).toBe(password));

  test.each([
    ['a\\:b', 'a:b'],
    ['a\\\\b', 'a\\b'],
  ])('with %s in it means %s', (written, user) => {
    expect(findPassword(`*:*:*:${written}:secret`, { ...login, user })).toBe('secret');
  });
});

describe('a password file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'planlint-pass-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'pass');
  writeFileSync(file, '*:*:*:*:secret\n');
  mkdirSync(join(folder, 'folder'));

  test.each([
    [0o600, 'secret', null],
    [0o400, 'secret', null],
    [0o640, null, /^is open to others/],
    [0o604, null, /^is open to others/],
  ])('with the rights %o', (mode, password, fault) => {
    chmodSync(file, mode);
    const found = readPassword(file, login, false);
    expect(found.password).toBe(password);
    expect(found.fault).toEqual(fault === null ? null : expect.stringMatching(fault));
    expect(readPassword(file, login, true)).toEqual({ password: 'secret', fault: null });
  });

  test('that is none, or a folder', () => {
    expect(readPassword(join(folder, 'nowhere'), login, false)).toEqual({ password: null, fault: null });
    expect(readPassword(join(folder, 'folder'), login, false)).toMatchObject({
      password: null,
      fault: expect.stringMatching(/^is not a plain file/),
    });
  });

  test.each([
    [{ passfile: '/a/pass' }, {}, false, '/a/pass'],
    [{}, {}, false, '/somewhere/me/.pgpass'],
    [{}, { APPDATA: '/data' }, true, '/data/postgresql/pgpass.conf'],
  ])('is found: %o', (given, env, isWindows, path) => expect(toPasswordFile(given, { env, home: '/somewhere/me', isWindows })).toBe(path));

  test.each([
    ['/tmp', 'localhost'],
    ['/var/run/postgresql', 'localhost'],
    ['/elsewhere', '/elsewhere'],
    ['db', 'db'],
  ])('knows the server at %s as %s', (name, host) => {
    expect(toLogin({ name, address: name, port: 5432 }, login)).toEqual({ ...login, host });
  });
});
