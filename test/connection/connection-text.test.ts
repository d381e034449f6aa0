import { describe, expect, test } from 'vitest';
import { readConnectionText } from '../../src/connection/connection-text.ts';

const read = (text: string, env = {}) => readConnectionText(text, env).given;

describe('a URI', () => {
  const cases: readonly (readonly [uri: string, given: object])[] = [
    ['postgresql://', {}],
    ['postgres://localhost', { host: 'localhost' }],
    ['postgresql://localhost:5433', { host: 'localhost', port: '5433' }],
    ['postgresql://localhost/mydb', { host: 'localhost', dbname: 'mydb' }],
    ['postgresql://user@localhost', { user: 'user', host: 'localhost' }],
    ['postgresql://user:secret@localhost', { user: 'user', password: 'secret', host: 'localhost' }],
    ['postgresql://user:se:cr?et@localhost/', { user: 'user', password: 'se:cr?et', host: 'localhost' }],
    ['postgresql://a%40b:p%2Fw%3A%25@h/d%20b', { user: 'a@b', password: 'p/w:%', host: 'h', dbname: 'd b' }],
    ['postgresql://:secret@h', { password: 'secret', host: 'h' }],
    ['postgresql:///mydb?host=localhost&port=5433', { dbname: 'mydb', host: 'localhost', port: '5433' }],
    ['postgresql://h/db?host=other&dbname=more', { host: 'other', dbname: 'more' }],
    ['postgresql://one:1,two,three:3/db', { host: 'one,two,three', port: '1,,3', dbname: 'db' }],
    ['postgresql://one,two/db?target_session_attrs=standby', { host: 'one,two', dbname: 'db', target_session_attrs: 'standby' }],
    ['postgresql://[2001:db8::1234]/db', { host: '2001:db8::1234', dbname: 'db' }],
    ['postgresql://[::1]:5433,h/db', { host: '::1,h', port: '5433,', dbname: 'db' }],
    ['postgresql://%2Fvar%2Flib%2Fpostgresql/db', { host: '/var/lib/postgresql', dbname: 'db' }],
    ['postgresql:///db?host=/var/lib/postgresql', { dbname: 'db', host: '/var/lib/postgresql' }],
    ['postgresql://h?sslmode=require', { host: 'h', sslmode: 'require' }],
    ['postgresql://h/db?ssl=true&sslmode=verify-full', { host: 'h', dbname: 'db', sslmode: 'verify-full' }],
    ['postgresql://h/db?options=-c%20geqo%3Doff', { host: 'h', dbname: 'db', options: '-c geqo=off' }],
    ['postgresql://h/a/b', { host: 'h', dbname: 'a/b' }],
    ['postgresql+psycopg2://u@h/db', { user: 'u', host: 'h', dbname: 'db' }],
    ['postgresql://h/db?connection_limit=5&pgbouncer=true', { host: 'h', dbname: 'db' }],
    ['  postgresql://h/db\n', { host: 'h', dbname: 'db' }],
  ];
  test.each(cases)('%s', (uri, given) => expect(read(uri)).toEqual(given));

  test('of Prisma has a search path', () => expect(readConnectionText('postgresql://h/db?schema=ledger', {}).searchPath).toBe('ledger'));
});

describe('keywords and values', () => {
  const cases: readonly (readonly [text: string, given: object])[] = [
    ['host=h port=5433 dbname=db', { host: 'h', port: '5433', dbname: 'db' }],
    ['  host = h   dbname=db ', { host: 'h', dbname: 'db' }],
    ["password='it\\'s \\\\ here' user=u", { password: "it's \\ here", user: 'u' }],
    ['password=a\\ b\\\\c user=u', { password: 'a b\\c', user: 'u' }],
    ["options='-c geqo=off' host=''", { options: '-c geqo=off', host: '' }],
    ['password=a=b', { password: 'a=b' }],
    ["password=it's", { password: "it's" }],
    ['host= user=u', { host: 'user=u' }],
    ['service=ledger', { service: 'ledger' }],
  ];
  test.each(cases)('%s', (text, given) => expect(read(text)).toEqual(given));
});

describe('a variable', () => {
  const env = { DATABASE_URL: ' postgresql://h/db ', KEYWORDS: 'host=h', NAME: 'DATABASE_URL', EMPTY: '' };

  test.each([
    ['DATABASE_URL', { host: 'h', dbname: 'db' }],
    ['KEYWORDS', { host: 'h' }],
  ])('%s', (name, given) => expect(read(name, env)).toEqual(given));

  test.each([
    ['NOWHERE', 'has no variable NOWHERE'],
    ['EMPTY', 'has no variable EMPTY'],
    ['NAME', 'neither a URI nor keywords'],
  ])('%s cannot be used', (name, message) => expect(() => read(name, env)).toThrow(message));
});

describe('what cannot be read is an error that quotes none of it', () => {
  const secret = 's3cret';
  test.each([
    '',
    'localhost:5432',
    'mysql://u:s3cret@h/db?a=b',
    'postgresql://u:s3cret@x@h/db',
    'postgresql://u:p/s3cret@h/db',
    'postgresql://u:s3cret%zz@h/db',
    'postgresql://u:s3cret@h/%00',
    'postgresql://u:s3cret@[::1/db',
    'postgresql://u:s3cret@h/db?sslmode',
    'postgresql://u:s3cret@h/db?sslmode=a=b',
    'postgresql://u:s3cret@h/db?nonsense=1',
    "password=s3cret user='u",
    "password='s3cret'x user=u",
    'password=s3cret alone',
    'password=s3cret nonsense=1',
  ])('%s', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ name: 'UserError', area: 'usage', message: expect.not.stringContaining(secret) }));
    expect(() => read(text)).toThrow(expect.objectContaining({ hint: expect.not.stringContaining(secret) }));
  });
});
