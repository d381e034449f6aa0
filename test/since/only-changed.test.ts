import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { onlyChanged } from '../../src/cli/only-changed.ts';
import { toProjects } from '../../src/cli/to-projects.ts';
import { Collector, run } from '../cli/run.ts';
import { type Files, newFolder, newRepository, openRepository, type Repository } from './repository.ts';

const schema = `CREATE TABLE a (id int, g int, t date) PARTITION BY LIST (g);
CREATE TABLE a_1 PARTITION OF a FOR VALUES IN (1) PARTITION BY RANGE (t);
CREATE TABLE a_1_25 PARTITION OF a_1 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
CREATE TABLE a_1_26 PARTITION OF a_1 FOR VALUES FROM ('2026-01-01') TO ('2027-01-01');`;
const good = "SELECT id FROM a WHERE g = 1 AND t = '2025-06-01';\n";
const bad = 'SELECT id FROM a WHERE g = 1;\n';
const config = { paths: 'q', schema: 'db' };
const files: Files = {
  'db/001.sql': schema,
  'q/good.sql': good,
  'q/bad.sql': bad,
  'q/old name.sql': good,
  'planlint.config.json': config,
  '.gitignore': 'ignored/\n',
};

interface Left {
  /** What is left to check, project by project; `null` for all of it. */
  readonly paths: readonly (readonly string[])[];
  readonly changed: string;
  readonly said: string;
}

/** What is left of what `check` is asked. */
async function leave(root: string, since: string | null, asked: Readonly<Record<string, unknown>> = {}): Promise<Left> {
  const stderr = new Collector();
  const streams = {
    stdin: Object.assign(Readable.from([]), { isTTY: false }),
    stdout: new Collector(),
    stderr,
    cwd: root,
    env: {},
    now: () => new Date(),
  };
  const { projects, changed } = await onlyChanged(await toProjects(asked, streams), since, streams);
  return {
    paths: projects.map(({ paths }) => paths),
    changed: changed === null ? 'all' : `${changed.files} of ${changed.of}`,
    said: stderr.text,
  };
}

describe('since a branch', () => {
  test.each<[what: string, change: (repository: Repository) => void, left: readonly string[] | null]>([
    ['nothing', () => {}, null],
    [
      'a change that is committed',
      (it) => {
        it.write({ 'q/good.sql': bad });
        it.commit();
      },
      ['q/good.sql'],
    ],
    [
      'one that is staged',
      (it) => {
        it.write({ 'q/good.sql': bad });
        it.git('add', '.');
      },
      ['q/good.sql'],
    ],
    ['one of the work tree', (it) => it.write({ 'q/good.sql': bad }), ['q/good.sql']],
    [
      'one that was taken back',
      (it) => {
        it.write({ 'q/good.sql': bad });
        it.commit();
        it.write({ 'q/good.sql': good });
      },
      null,
    ],
    ['a file that git does not know yet', (it) => it.write({ 'q/ü "new".sql': bad }), ['q/ü "new".sql']],
    [
      'a file with a line break in its name',
      (it) => {
        it.write({ 'q/a\nb.sql': bad });
        it.commit();
      },
      ['q/a\nb.sql'],
    ],
    [
      'a renamed file',
      (it) => {
        it.git('mv', 'q/old name.sql', 'q/new name.sql');
        it.commit();
      },
      ['q/new name.sql'],
    ],
    [
      'a file that is gone',
      (it) => {
        it.write({ 'q/bad.sql': null });
        it.commit();
      },
      null,
    ],
    ['a file that is not checked', (it) => it.write({ 'src/x.sql': bad }), null],
    [
      'what main changed meanwhile',
      (it) => {
        it.git('checkout', '-q', 'main');
        it.write({ 'q/good.sql': bad });
        it.commit();
        it.git('checkout', '-q', 'work');
      },
      null,
    ],
    ['package.json, not about planlint', (it) => it.write({ 'package.json': { dependencies: { pg: '8' } } }), null],
  ])('%s', async (_, change, left) => {
    const repository = newRepository(files);
    change(repository);
    const { paths, said } = await leave(repository.root, 'main');
    expect([paths, said]).toEqual([left === null ? [] : [left], '']);
  });

  test('how much that is', async () => {
    const { root, write } = newRepository(files);
    expect((await leave(root, 'main')).changed).toBe('0 of 3');
    write({ 'q/good.sql': bad, 'q/new.sql': good });
    expect((await leave(root, 'main')).changed).toBe('2 of 4');
  });

  test('a file that git does not follow is checked', async () => {
    const { root, write } = newRepository(files);
    write({ 'ignored/queries.sql': bad });
    expect((await leave(root, 'main', { paths: ['q', 'ignored/queries.sql'] })).paths).toEqual([['ignored/queries.sql']]);
  });

  test('a file is known by any of its names', async () => {
    const { root, write, commit } = newRepository({ ...files, 'shared/s.sql': good });
    symlinkSync('../shared/s.sql', join(root, 'q/link.sql'));
    symlinkSync('shared', join(root, 'linked'));
    commit();
    write({ 'shared/s.sql': bad });
    expect((await leave(root, 'work', { paths: ['q', 'linked'] })).paths).toEqual([['q/link.sql', 'linked/s.sql']]);
  });

  test('from a folder below, and in a work tree of its own', async () => {
    const { root, git } = newRepository(files);
    const tree = join(newFolder(), 'tree');
    git('worktree', 'add', '-q', '-b', 'other', tree, 'main');
    for (const repository of [openRepository(tree), openRepository(root)]) {
      repository.write({ 'q/good.sql': bad });
      expect(await leave(join(repository.root, 'q'), 'main')).toMatchObject({ paths: [['good.sql']], changed: '1 of 3' });
    }
  });

  test('files of a submodule are checked, since its own history is not looked at', async () => {
    const inner = newRepository({ 's.sql': good });
    const { root, git, commit } = newRepository(files);
    git('submodule', '--quiet', 'add', inner.root, 'q/sub');
    commit();
    expect((await leave(root, 'work')).paths).toEqual([['q/sub/s.sql']]);
  });
});

describe('all is checked anew, and why is said', () => {
  const base = {
    ...files,
    'db/001.sql': `${schema}\n\\ir ../parts/more.psql\n`,
    'parts/more.psql': 'SELECT 1;\n',
    'base.json': { quiet: false },
    'rule.mjs': "import { word } from './word.mjs';\nexport default [];\n",
    'word.mjs': 'export const word = 1;\n',
    'seed/1.sql': 'SELECT 1;\n',
    'planlint.config.json': { ...config, seed: 'seed', extends: './base.json', rules: ['./rule.mjs', {}] },
    '.planlint-baseline.json': { version: 1, entries: [] },
    'package-lock.json': '{\n"a": 1,\n"node_modules/planlint": "1"\n}\n',
  };
  test.each<[change: Files, said: string]>([
    [{ 'db/001.sql': `${schema} ` }, 'db/001.sql changed since main'],
    [{ 'db/002.sql': 'SELECT 1;' }, 'db/002.sql changed since main'],
    [{ 'parts/more.psql': 'SELECT 2;\n' }, 'parts/more.psql changed since main'],
    [{ 'seed/1.sql': 'SELECT 2;\n' }, 'seed/1.sql changed since main'],
    [{ 'seed/1.sql': null, 'seed/2.sql': 'SELECT 2;\n' }, 'seed/2.sql changed since main'],
    [{ 'planlint.config.json': { ...config, quiet: true } }, 'planlint.config.json changed since main'],
    [{ 'base.json': { quiet: true } }, 'base.json changed since main'],
    [{ 'rule.mjs': 'export default [];\n' }, 'rule.mjs changed since main'],
    [{ 'word.mjs': 'export const word = 2;\n' }, 'word.mjs changed since main'],
    [{ '.planlint-baseline.json': { version: 1, entries: [], x: 1 } }, '.planlint-baseline.json changed since main'],
    [{ 'package-lock.json': '{\n"a": 1,\n"node_modules/planlint": "2"\n}\n' }, 'package-lock.json changed since main, in what it says of planlint'],
  ])('%j', async (change, said) => {
    const { root, write } = newRepository(base);
    write(change);
    expect(await leave(root, 'main')).toEqual({ paths: [['q']], changed: 'all', said: `planlint: all 3 files are checked: ${said}\n` });
  });

  test('a migration that is gone', async () => {
    const { root, write } = newRepository({ ...files, 'db/002.sql': 'SELECT 1;' });
    write({ 'db/002.sql': null });
    expect((await leave(root, 'main')).said).toBe('planlint: all 3 files are checked: db/002.sql changed since main\n');
  });

  test('a lock file that says the same of planlint is no reason', async () => {
    const { root, write } = newRepository(base);
    write({ 'package-lock.json': '{\n"a": 2,\n"node_modules/planlint": "1"\n}\n' });
    expect(await leave(root, 'main')).toMatchObject({ changed: '0 of 3', said: '' });
  });

  test.each([
    [{}, 'nobody knows what the schema command reads, unless --schema-input names it'],
    [{ schemaInput: 'prisma' }, 'prisma/schema.prisma changed since main'],
    [{ schemaInput: 'prisma/*.prisma' }, 'prisma/schema.prisma changed since main'],
    [{ schemaInput: 'src' }, null],
  ])('what a schema command reads: %j', async (more, said) => {
    const { root, write } = newRepository({
      'q/good.sql': good,
      'q/bad.sql': bad,
      'src/x': '',
      'prisma/schema.prisma': '1',
      'planlint.config.json': { paths: 'q', schemaCommand: 'make', ...more },
    });
    write({ 'prisma/schema.prisma': '2', 'q/good.sql': bad });
    expect(await leave(root, 'main')).toEqual({
      paths: [said === null ? ['q/good.sql'] : ['q']],
      changed: said === null ? '1 of 2' : 'all',
      said: said === null ? '' : `planlint: all 2 files are checked: ${said}\n`,
    });
  });

  test('of the project whose schema changed, and of no other', async () => {
    const { root, write } = newRepository({
      'a/q.sql': good,
      'a/r.sql': good,
      'a/schema.sql': schema,
      'b/q.sql': good,
      'b/r.sql': good,
      'b/schema.sql': schema,
      'c/q.sql': good,
      'planlint.config.json': {
        projects: [
          { name: 'a', paths: ['a/q.sql', 'a/r.sql'], schema: 'a/schema.sql' },
          { name: 'b', paths: ['b/q.sql', 'b/r.sql'], schema: 'b/schema.sql' },
          { name: 'c', paths: 'c', schema: 'b/../a/schema.sql', onlySchema: 'x' },
        ],
      },
    });
    write({ 'b/schema.sql': `${schema}\n`, 'a/r.sql': bad });
    expect(await leave(root, 'main')).toEqual({
      paths: [['a/r.sql'], ['b/q.sql', 'b/r.sql']],
      changed: '3 of 5',
      said: 'planlint: project b: all 2 files are checked: b/schema.sql changed since main\n',
    });
  });
});

describe('what is staged', () => {
  test.each<[what: string, change: (repository: Repository) => void, left: readonly string[] | null, said: string]>([
    [
      'a staged file',
      (it) => {
        it.write({ 'q/good.sql': bad, 'q/bad.sql': good });
        it.git('add', 'q/good.sql');
      },
      ['q/good.sql'],
      '',
    ],
    [
      'a new one',
      (it) => {
        it.write({ 'q/new.sql': bad, 'q/other.sql': bad });
        it.git('add', 'q/new.sql');
      },
      ['q/new.sql'],
      '',
    ],
    ['nothing', (it) => it.write({ 'q/good.sql': bad }), null, ''],
    [
      'a committed change',
      (it) => {
        it.write({ 'q/good.sql': bad });
        it.commit();
      },
      null,
      '',
    ],
    [
      'a file that was changed again',
      (it) => {
        it.write({ 'q/good.sql': bad });
        it.git('add', '.');
        it.write({ 'q/good.sql': good });
      },
      ['q/good.sql'],
      'planlint: q/good.sql is checked as it is now, which is not how it is staged\n',
    ],
    [
      'the schema',
      (it) => {
        it.write({ 'db/001.sql': `${schema} ` });
        it.git('add', '.');
      },
      ['q'],
      'planlint: all 3 files are checked: db/001.sql is staged\n',
    ],
  ])('%s', async (_, change, left, said) => {
    const repository = newRepository(files);
    change(repository);
    expect(await leave(repository.root, null)).toMatchObject({ paths: left === null ? [] : [left], said });
  });

  test('before the first commit', async () => {
    const repository = openRepository(newFolder());
    repository.git('init', '-q');
    repository.write(files);
    repository.git('add', 'q/good.sql');
    expect((await leave(repository.root, null)).paths).toEqual([['q/good.sql']]);
  });
});

describe('where git cannot tell', () => {
  const fetchAll = 'have it fetched whole: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab, or git fetch --unshallow';
  const clone = (depth: string): string => {
    const origin = newRepository(files);
    origin.write({ 'q/good.sql': bad });
    origin.commit();
    origin.git('checkout', '-q', 'main');
    origin.write({ 'q/bad.sql': good });
    origin.commit();
    origin.git('checkout', '-q', 'work');
    const root = join(newFolder(), 'clone');
    origin.git('clone', '-q', ...(depth === '' ? [] : ['--depth', depth, '--no-single-branch']), `file://${origin.root}`, root);
    return root;
  };
  test.each<[what: string, root: () => string, since: string | null, message: string, hint: string]>([
    ['outside', newFolder, 'main', '--since asks git what changed, and this folder is in no repository', 'run planlint in a clone, or leave it out'],
    ['outside', newFolder, null, '--staged asks git what changed, and this folder is in no repository', 'run planlint in a clone, or leave it out'],
    [
      'an unknown ref',
      () => newRepository(files).root,
      '--help',
      'git knows no commit "--help"',
      'name a branch, a tag or a commit; one of a remote is there after git fetch, as origin/main',
    ],
    ['a branch of the remote only', () => clone(''), 'main', 'git knows no commit "main"', 'write --since origin/main'],
    ['a shallow clone', () => clone('1'), 'origin/main', 'this clone is too shallow to tell what changed since origin/main', fetchAll],
    ['one without the ref', () => clone('1'), 'v1', 'git knows no commit "v1", and this clone is shallow', fetchAll],
    [
      'no common commit',
      () => {
        const it = newRepository(files);
        it.git('checkout', '-q', '--orphan', 'alone');
        it.write({ 'q/new.sql': good });
        it.commit();
        return it.root;
      },
      'main',
      'main and what is checked out have no commit in common',
      'name the branch that this one was made from',
    ],
  ])('%s', async (_, root, since, message, hint) => {
    const folder = root();
    const argv = ['check', 'q', '--schema', 'db', '--no-error-on-unmatched-pattern', ...(since === null ? ['--staged'] : [`--since=${since}`])];
    expect(await run(argv, { cwd: folder })).toEqual({ code: 2, stdout: '', stderr: `planlint: ${message}\nhint: ${hint}\n` });
  });

  test('a whole clone', async () => {
    expect((await leave(clone(''), 'origin/main')).paths).toEqual([['q/good.sql']]);
  });
});

describe('the command line', () => {
  test('reports on what changed, and says what was left out', async () => {
    const { root, write } = newRepository({ ...files, 'q/none.sql': '-- nothing here\n' });
    const check = (...argv: string[]) => run(['check', '--since', 'main', ...argv], { cwd: root });
    expect(await check()).toEqual({ code: 0, stdout: 'Nothing was checked: none of 4 files changed since main\n', stderr: '' });
    for (const format of ['json', 'sarif', 'junit', 'github', 'gitlab', 'compact', 'markdown', 'html'])
      expect(await check('--format', format)).toMatchObject({ code: 0, stderr: '' });
    write({ 'q/none.sql': '-- nor here\n' });
    expect(await check()).toMatchObject({ code: 0, stderr: '' });
    write({ 'q/good.sql': `${good}\n` });
    expect((await check()).stdout).toMatch(/^✔ 1 statement, it reads one leaf per group · 2 of 4 files changed since main · /);
    write({ 'q/good.sql': bad });
    const { code, stdout } = await check('--format', 'json');
    expect([code, JSON.parse(stdout).changed]).toEqual([1, { since: 'main', files: 2, of: 4 }]);
    expect(JSON.parse(stdout).findings.map(({ path }: { path: string }) => path)).toEqual(['q/good.sql']);
  });

  test('entries of the baseline for files that are left out are not stale', async () => {
    const { root, write, commit } = newRepository(files);
    const check = (...argv: string[]) => run(['check', ...argv], { cwd: root });
    expect(await check('--update-baseline')).toMatchObject({ code: 0 });
    commit();
    write({ 'q/good.sql': `${good}\n` });
    expect(await check('--since', 'work', '--fail-on-stale-baseline')).toMatchObject({ code: 0, stderr: '' });
    write({ 'q/bad.sql': good });
    expect(await check('--since', 'work', '--fail-on-stale-baseline')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('1 stale in .planlint-baseline.json'),
    });
  });

  test('what cannot be judged alone is no failure', async () => {
    const { root, write } = newRepository(files);
    write({ 'q/odd.sql': 'SELECT * FROM elsewhere;\n' });
    const whole = await run(['check', 'q/odd.sql'], { cwd: root });
    expect([whole.code, (await run(['check', '--since', 'main'], { cwd: root })).code]).toEqual([2, 0]);
  });

  test('standard input has no history', async () => {
    expect((await run(['check', '-', '--since', 'main'], { cwd: newRepository(files).root })).stderr).toContain(
      'git knows nothing of standard input',
    );
  });
});
