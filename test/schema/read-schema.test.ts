import { gzipSync } from 'node:zlib';
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
    ['latin.sql', 'latin.sql:1: not UTF-8'],
  ])('refuses %s', (path, message) => {
    site.write('empty/readme.md', '');
    site.write('latin.sql', Buffer.from([0x2d, 0x2d, 0xe9, 0x0a]));
    expect(() => readSchema([path], site.cwd)).toThrow(
      expect.objectContaining({ name: 'UserError', area: 'usage', message, hint: expect.any(String) }),
    );
  });
});

describe('a file that is not in UTF-8', () => {
  const table = (name: string): string => `SET client_encoding = '${name}';\nCREATE TABLE "`;

  test.each([
    ['LATIN1', [0xe9, 0x80], 'é\u0080'],
    ['latin9', [0xa4], '€'],
    ['ISO_8859_5', [0xd0], 'а'],
    ['WIN1252', [0x80], '€'],
    ['KOI8R', [0xc1], 'а'],
    ['EUC_JP', [0xb0, 0xa1], '亜'],
    ['SJIS', [0x88, 0x9f], '亜'],
  ])('is read in what it says: %s', (name, bytes, text) => {
    site.write('encoded.sql', Buffer.concat([Buffer.from(table(name)), Buffer.from(bytes)]));
    expect(readSchema(['encoded.sql'], site.cwd)).toEqual([{ path: 'encoded.sql', text: table(name) + text }]);
  });

  test.each([
    ['LATIN1 unsaid', Buffer.from('a\nb\n\xe9', 'latin1'), 'x:3: not UTF-8', 'client_encoding'],
    ['an encoding nobody knows', Buffer.from("SET client_encoding = 'MULE_INTERNAL';\n\xe9", 'latin1'), 'x:2: not UTF-8', 'UTF-8'],
    ['bytes that are none of the encoding', Buffer.from("SET client_encoding = 'EUC_JP';\n\xff", 'latin1'), 'x:2: not UTF-8', 'UTF-8'],
    ['UTF-16', Buffer.from('\ufeffSELECT 1;', 'utf16le'), 'x: is in UTF-16', 'PowerShell'],
    ['a dump in the custom format', Buffer.from('PGDMP\x01\x10\x00\x04\x08', 'latin1'), "x: is a dump in pg_dump's custom format", 'pg_restore'],
    ['a dump in the tar format', Buffer.from(`toc.dat${'\0'.repeat(93)}`), "x: is a dump in pg_dump's tar format", 'pg_restore'],
    ['gzip', gzipSync('SELECT 1;'), 'x: is compressed by gzip', 'gunzip'],
    ['zstd', Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0]), 'x: is compressed by zstd', 'unzstd'],
    ['lz4', Buffer.from([0x04, 0x22, 0x4d, 0x18]), 'x: is compressed by lz4', 'unlz4'],
  ])('is refused: %s', (_, bytes, message, hint) => {
    site.write('x', bytes);
    expect(() => readSchema(['x'], site.cwd)).toThrow(expect.objectContaining({ name: 'UserError', message, hint: expect.stringContaining(hint) }));
  });

  test('is refused: a dump in the directory format', () => {
    site.write('dump/toc.dat', Buffer.from('PGDMP'));
    site.write('dump/3001.dat.gz', gzipSync('1'));
    expect(() => readSchema(['dump'], site.cwd)).toThrow(
      expect.objectContaining({ message: "dump: is a dump in pg_dump's directory format", hint: expect.stringContaining('pg_restore') }),
    );
  });
});

test('names compare piece by piece', () => {
  const sorted = ['a', 'a1', 'a02', 'a2', 'a10', 'b', '20240101000000_x', '20231231235959_y', '007', '7'].sort(compareNames);
  expect(sorted).toEqual(['007', '7', '20231231235959_y', '20240101000000_x', 'a', 'a1', 'a02', 'a2', 'a10', 'b']);
});
