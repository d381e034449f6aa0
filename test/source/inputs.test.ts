import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readSources } from '../../src/source/inputs.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'planlint-inputs-'));
  chmodSync(folder, 0o755);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(files: Readonly<Record<string, string | Buffer>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const read = (patterns: readonly string[], stdin: readonly (string | Buffer)[] = []) => readSources(patterns, folder, Readable.from(stdin));
const found = async (patterns: readonly string[]) => (await read(patterns)).statements.map(({ path, sql }) => `${path} ${sql}`);
const record = (sql: string) => `${JSON.stringify({ sql })}\n`;

describe('which files are read', () => {
  const files = {
    'q/10.sql': 'SELECT 10',
    'q/2.sql': 'SELECT 2',
    'q/B.SQL': 'SELECT 3',
    'q/a/c.sql': 'SELECT 4; SELECT 5',
    'q/d.jsonl': record('SELECT 6'),
    'q/e.ndjson': record('SELECT 7'),
    'q/README.md': 'no SQL',
    'q/.hidden.sql': 'SELECT 8',
    'q/.git/f.sql': 'SELECT 9',
    'q/node_modules/p/g.sql': 'SELECT 10',
    'q[1].sql': 'SELECT 11',
    'q1.sql': 'SELECT 12',
    'x.pgsql': 'SELECT 13',
    'x.txt': `\n ${record('SELECT 14')}`,
    'empty/none.sql': '',
  };
  const all = [
    'q/10.sql SELECT 10',
    'q/2.sql SELECT 2',
    'q/B.SQL SELECT 3',
    'q/a/c.sql SELECT 4',
    'q/a/c.sql SELECT 5',
    'q/d.jsonl SELECT 6',
    'q/e.ndjson SELECT 7',
  ];
  const cases: readonly (readonly [what: string, patterns: readonly string[], statements: readonly string[]])[] = [
    ['a file', ['q/2.sql'], ['q/2.sql SELECT 2']],
    ['a folder', ['q'], all],
    ['a folder, named otherwise', ['./q//'], all],
    ['a glob of an extension', ['q/*.sql'], ['q/10.sql SELECT 10', 'q/2.sql SELECT 2']],
    ['a glob of any file', ['q/**'], all],
    ['a glob of several extensions', ['q/*.{jsonl,ndjson}'], all.slice(5)],
    ['a file whose name looks like a glob', ['q[1].sql'], ['q[1].sql SELECT 11']],
    ['a glob that looks like no file', ['q[0-9].sql'], ['q1.sql SELECT 12']],
    ['other extensions, SQL', ['x.pgsql'], ['x.pgsql SELECT 13']],
    ['other extensions, by a glob', ['x.*'], ['x.pgsql SELECT 13', 'x.txt SELECT 14']],
    ['other extensions, JSON Lines', ['x.txt'], ['x.txt SELECT 14']],
    ['the same file by several names', ['q/2.sql', './q/2.sql', 'q/2.*', 'q/a/../2.sql'], ['q/2.sql SELECT 2']],
    ['in the order given', ['x.pgsql', 'q/2.sql', 'q/10.sql'], ['x.pgsql SELECT 13', 'q/2.sql SELECT 2', 'q/10.sql SELECT 10']],
    ['a folder without statements', ['empty'], []],
    ['nothing', [], []],
  ];
  test.each(cases)('%s', async (_, patterns, statements) => {
    write(files);
    expect(await found(patterns)).toEqual(statements);
  });

  test('absolute paths and globs stay absolute', async () => {
    write(files);
    const path = `${folder}/q/2.sql`;
    expect(await found([path])).toEqual([`${path} SELECT 2`]);
    expect(await found([`${folder}/q/2.*`])).toEqual([`${path} SELECT 2`]);
    expect(await found([`${folder}/q/a`])).toEqual([`${folder}/q/a/c.sql SELECT 4`, `${folder}/q/a/c.sql SELECT 5`]);
  });

  test('paths above the current folder', async () => {
    write(files);
    const { statements } = await readSources(['../../x.pgsql', '../*.sql'], join(folder, 'q/a'), Readable.from([]));
    expect(statements.map(({ path }) => path)).toEqual(['../../x.pgsql', '../10.sql', '../2.sql']);
  });

  test('files are counted, those without statements too', async () => {
    write(files);
    expect((await read(['q', 'empty', 'q/2.sql'])).files).toBe(7);
  });

  test('links are followed, circles are not', async () => {
    write({ 'q/a.sql': 'SELECT 1', 'other/b.sql': 'SELECT 2' });
    symlinkSync(join(folder, 'q'), join(folder, 'q/circle'));
    symlinkSync(join(folder, 'other'), join(folder, 'q/linked'));
    symlinkSync(join(folder, 'other/b.sql'), join(folder, 'q/twice.sql'));
    expect(await found(['q'])).toEqual(['q/a.sql SELECT 1', 'q/linked/b.sql SELECT 2']);
  });
});

describe('standard input', () => {
  const cases: readonly (readonly [what: string, chunks: readonly (string | Buffer)[], statements: readonly object[]])[] = [
    ['SQL', ['-- name: A\nSELECT 1; ', 'SELECT 2'], [{ path: '-', line: 2, name: 'A', captured: false }, { sql: 'SELECT 2' }]],
    ['JSON Lines', ['\ufeff\n', record('SELECT 1')], [{ path: '-', line: 2, sql: 'SELECT 1', captured: true }]],
    ['a character cut in two', [Buffer.from("SELECT '\xf0\x9f", 'latin1'), Buffer.from("\x90\x98'", 'latin1')], [{ sql: "SELECT '🐘'" }]],
    ['nothing', [], []],
  ];
  test.each(cases)('%s', async (_, chunks, statements) => {
    const sources = await read(['-', '-'], chunks);
    expect(sources.statements).toMatchObject(statements);
    expect(sources).toMatchObject({ files: 1, statements: { length: statements.length } });
  });
});

describe('what cannot be found or read is an error', () => {
  const cases: readonly (readonly [what: string, pattern: string, area: string, message: RegExp])[] = [
    ['no such path', 'q/nothing.sql', 'usage', /^q\/nothing\.sql: no such file or folder in \S+$/],
    ['a file as a folder', 'good.sql/a.sql', 'usage', /^good\.sql\/a\.sql: no such file or folder/],
    ['a glob without a match', 'nothing/*.sql', 'usage', /^nothing\/\*\.sql: no file matches in \S+$/],
    ['a folder with nothing to read', 'notes', 'usage', /^notes: no file with queries in there$/],
    ['an empty path', '', 'usage', /^an empty path names no file$/],
    ['links in a circle', 'circle.sql', 'source', /^circle\.sql cannot be read: its symbolic links lead in a circle$/],
    ['a broken link in a folder', 'links', 'source', /^links\/broken\.sql cannot be read: no such file or folder$/],
    ['another encoding', 'latin1.sql', 'source', /^latin1\.sql:2: not UTF-8$/],
    ['UTF-16', 'utf16.sql', 'source', /^utf16\.sql is in UTF-16$/],
    ['NUL characters', 'nul.sql', 'source', /^nul\.sql:2: NUL character$/],
    ['NUL characters in JSON Lines', 'nul.jsonl', 'source', /^nul\.jsonl:1: NUL character$/],
    ['text that does not lex', 'bad.sql', 'source', /^bad\.sql:1:8: unterminated string$/],
    ['JSON Lines without sql', 'bad.jsonl', 'source', /^bad\.jsonl:1: no "sql" in this record$/],
  ];
  test.each(cases)('%s', async (_, pattern, area, message) => {
    write({
      'good.sql': 'SELECT 1',
      'notes/a.txt': 'SELECT 1',
      'latin1.sql': Buffer.from("SELECT 1;\nSELECT '\xe9'", 'latin1'),
      'utf16.sql': Buffer.from('\ufeffSELECT 1', 'utf16le'),
      'nul.sql': 'SELECT 1;\n\0',
      'nul.jsonl': '{"sql": "SELECT 1\0"}',
      'bad.sql': "SELECT '",
      'bad.jsonl': '{"a": 1}',
      'links/a.sql': 'SELECT 1',
    });
    symlinkSync('circle.sql', join(folder, 'circle.sql'));
    symlinkSync('nowhere.sql', join(folder, 'links/broken.sql'));
    await expect(read(['good.sql', pattern])).rejects.toMatchObject({
      name: 'UserError',
      area,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(/^[a-z].*[^.]$/),
    });
  });

  test('a file and a folder that this user may not read', async () => {
    write({ 'secret.sql': 'SELECT 1', 'secret/a.sql': 'SELECT 1' });
    chmodSync(join(folder, 'secret.sql'), 0);
    chmodSync(join(folder, 'secret'), 0);
    const isRoot = process.geteuid?.() === 0;
    if (isRoot) process.seteuid?.(65_534);
    try {
      await expect(read(['secret.sql'])).rejects.toMatchObject({ area: 'source', message: 'secret.sql cannot be read: permission denied' });
      await expect(read(['secret'])).rejects.toMatchObject({ area: 'source', message: 'secret cannot be read: permission denied' });
    } finally {
      if (isRoot) process.seteuid?.(0);
      chmodSync(join(folder, 'secret'), 0o755);
    }
  });

  test.each([
    ['in another encoding', Buffer.from([0xe9]), 'standard input:1: not UTF-8'],
    ['that does not lex', "SELECT '", 'standard input:1:8: unterminated string'],
    ['with a mistyped annotation', '-- planlint-param: []\nSELECT 1', 'standard input:1: unknown annotation planlint-param'],
    ['with a record that is none', '{', 'standard input:1: not a JSON object on one line'],
  ])('standard input %s, which is called by its name', async (_, chunk, message) => {
    await expect(read(['-'], [chunk])).rejects.toMatchObject({ area: 'source', message });
  });
});
