import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { version } from '../../src/version.ts';
import { run } from './run.ts';

describe('a wrong command line', () => {
  test.each([
    ['', 'no command given', 'run planlint --help to see them'],
    ['chek db', "unknown command 'chek'", 'did you mean check?'],
    ['db/queries --schema db', "unknown command 'db/queries'", 'write planlint check <paths…> --schema <path> to check queries'],
    ['check', 'no paths to check', 'name files, folders or patterns, or - for standard input: planlint check db/queries --schema db/migrations'],
    [
      'check a.sql',
      'no schema to plan on',
      'name the SQL that makes the tables (--schema db/migrations), the command that does (--schema-command), or a server (--url)',
    ],
    ['check a.sql --shema b.sql', "unknown option '--shema'", 'did you mean --schema?'],
    ['check a.sql --fast', "unknown option '--fast'", 'run planlint check --help to see what there is'],
    ['check a.sql --schema', "option '--schema <path>' argument missing", 'run planlint check --help to see what there is'],
    ['check a.sql -f junitt', 'unknown format "junitt"', 'did you mean "junit"?'],
    ['check a.sql -f pretty -f sarif=', '--format sarif= names no file', 'write --format sarif, or --format sarif=<file>'],
    ['check a.sql -f checkstyle', 'unknown format "checkstyle"', 'choose one of pretty, compact, json, sarif, junit, github, gitlab, markdown, html'],
    [
      'run --schema a.sql -f pretty -f json -- true',
      'pretty and json cannot both go to standard output',
      'give files to all but one: --format pretty --format json=<file>',
    ],
    [
      'check a.sql --set timezone',
      "option '--set <name=value>' argument 'timezone' is invalid",
      'give a name, an equals sign and a value: timezone=UTC',
    ],
  ])('planlint %s', async (line, message, hint) => {
    expect(await run(line.split(' ').filter((word) => word !== ''))).toEqual({
      code: 2,
      stdout: '',
      stderr: `planlint: ${message}\nhint: ${hint}\n`,
    });
  });
});

test('the version is the one in package.json', async () => {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(manifest.version).toBe(version);
  expect(await run(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
});

test.each(['--help', 'check --help', 'help', 'help check'])('planlint %s goes to stdout, with examples, at 80 columns', async (line) => {
  const { code, stdout, stderr } = await run(line.split(' '));
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout.match(/^ {2}planlint check /gm)).toHaveLength(2);
  expect(Math.max(...stdout.split('\n').map((text) => text.length))).toBeLessThanOrEqual(80);
});
