import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { marker } from '../../src/report/markdown/markdown.ts';
import { version } from '../../src/version.ts';

const root = join(import.meta.dirname, '../..');
const action = join(root, 'packaging/action');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

interface Comment {
  readonly id: number;
  body: string;
  readonly user: { readonly login: string; readonly type: string };
}

/** As much of GitHub as a comment takes. */
class GitHub {
  comments: Comment[] = [];
  refuses = 0;
  readonly calls: string[] = [];
  readonly #server: Server = createServer(async (request, response) => {
    let text = '';
    for await (const piece of request) text += piece;
    const url = new URL(request.url ?? '', 'http://localhost');
    this.calls.push(`${request.method} ${url.pathname}`);
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(value === undefined ? '' : JSON.stringify(value));
    };
    if (request.headers.authorization !== 'Bearer secret') return answer(401, {});
    if (url.pathname === '/user') return answer(403, {});
    const list = '/repos/us/ledger/issues/7/comments';
    if (request.method === 'GET' && url.pathname === list) {
      const [page, size] = [Number(url.searchParams.get('page')), Number(url.searchParams.get('per_page'))];
      return answer(200, this.comments.slice((page - 1) * size, page * size));
    }
    if (this.refuses !== 0) return answer(this.refuses, { message: 'Resource not accessible by integration' });
    if (request.method === 'POST' && url.pathname === list) return answer(201, this.add(JSON.parse(text).body, 'github-actions[bot]', 'Bot'));
    const id = Number(/^\/repos\/us\/ledger\/issues\/comments\/(\d+)$/.exec(url.pathname)?.[1]);
    const comment = this.comments.find((one) => one.id === id);
    if (comment === undefined) return answer(404, {});
    if (request.method === 'DELETE') {
      this.comments = this.comments.filter((one) => one !== comment);
      return answer(204);
    }
    comment.body = JSON.parse(text).body;
    return answer(200, comment);
  });

  add(body: string, login: string, type: string): Comment {
    const comment = { id: this.comments.length + 100, body, user: { login, type } };
    this.comments.push(comment);
    return comment;
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

function execute(program: string, args: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<Run> {
  return new Promise((resolve) => {
    execFile(program, args, { cwd, env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

const folder = mkdtempSync(join(tmpdir(), 'planlint-action-'));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));
const event = join(folder, 'event.json');

describe('the comment', () => {
  let github: GitHub;
  let api: string;
  beforeEach(async () => {
    github = new GitHub();
    api = await github.start();
    writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
    return () => github.stop();
  });

  async function comment(text: string, env: Readonly<Record<string, string>> = {}): Promise<Run> {
    const file = join(folder, 'comment.md');
    writeFileSync(file, text);
    return execute(process.execPath, [join(action, 'comment.mjs')], folder, {
      GITHUB_API_URL: api,
      GITHUB_REPOSITORY: 'us/ledger',
      GITHUB_EVENT_PATH: event,
      PLANLINT_TOKEN: 'secret',
      PLANLINT_FOLDER: '.',
      PLANLINT_COMMENT: file,
      ...env,
    });
  }

  const bodies = () => github.comments.map(({ body }) => body);
  const bad = `${marker}\n### ❌ planlint: 2 errors\n`;
  const worse = `${marker}\n### ❌ planlint: 3 errors\n`;
  const good = `${marker}\n### ✅ planlint: 23 statements\n`;

  test('is written, rewritten, and all good in the end', async () => {
    expect(await comment(bad)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(bodies()).toEqual([bad]);
    await comment(worse);
    expect(bodies()).toEqual([worse]);
    await comment(good);
    expect(bodies()).toEqual([good]);
    await comment(bad);
    expect(bodies()).toEqual([bad]);
  });

  test('is not written where all is good from the start', async () => {
    expect((await comment(good)).code).toBe(0);
    expect(bodies()).toEqual([]);
  });

  test('is found behind a hundred others, and is not one that quotes it', async () => {
    github.add(bad, 'somebody', 'User');
    for (let count = 0; count < 150; count += 1) github.add(`no ${count}`, 'somebody', 'User');
    await comment(bad);
    await comment(worse);
    expect(bodies().filter((body) => body.startsWith(marker))).toEqual([bad, worse]);
    expect(github.comments.at(-1)?.user.type).toBe('Bot');
  });

  test('is one, where two runs have written two', async () => {
    github.add(bad, 'github-actions[bot]', 'Bot');
    github.add(bad, 'github-actions[bot]', 'Bot');
    await comment(worse);
    expect(bodies()).toEqual([worse]);
  });

  test('is one for each folder', async () => {
    await comment(bad);
    await comment(bad, { PLANLINT_FOLDER: './services/pay--ments/' });
    await comment(good, { PLANLINT_FOLDER: 'services/pay--ments' });
    expect(bodies()).toEqual([bad, good.replace(marker, '<!-- planlint services/pay%2D%2Dments -->')]);
  });

  test.each([401, 403, 404])('a token that may not write (%i) is told of, and fails nothing', async (status) => {
    github.refuses = status;
    const { code, stdout } = await comment(bad);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^::notice title=planlint::No comment was written: the token may not write .*pull-requests: write.*\n$/);
  });

  test('GitHub being out of order fails nothing', async () => {
    github.refuses = 502;
    expect(await comment(bad)).toMatchObject({ code: 0, stdout: expect.stringContaining('GitHub answered 502') });
    expect(await comment(bad, { GITHUB_API_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 0, stdout: expect.stringContaining('::notice') });
  });

  test('there is none without a pull request', async () => {
    writeFileSync(event, JSON.stringify({ ref: 'refs/heads/main' }));
    expect(await comment(bad)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(github.calls).toEqual([]);
  });
});

describe('the run', () => {
  const work = join(folder, 'repository');
  const tools = join(folder, 'tools');
  beforeAll(() => {
    mkdirSync(join(work, 'db ü/queries'), { recursive: true });
    mkdirSync(tools);
    cpSync(join(root, 'fixtures/ledger/schema.sql'), join(work, 'db ü/schema.sql'));
    // npm gets the package where there is a network; what it would run is here.
    writeFileSync(join(tools, 'npx'), `#!/bin/sh\necho "$@" >>"$NPX_LOG"\nshift 5\nexec node "${join(root, 'bin/planlint.js')}" "$@"\n`);
    chmodSync(join(tools, 'npx'), 0o755);
  });

  async function check(sql: string, env: Readonly<Record<string, string>> = {}) {
    writeFileSync(join(work, 'db ü/queries/one.sql'), sql);
    const [output, summary, log] = [join(folder, 'output'), join(folder, 'summary'), join(folder, 'npx.log')];
    for (const file of [output, summary, log, join(work, 'db ü/planlint.sarif')]) rmSync(file, { force: true });
    const run = await execute('bash', [join(action, 'check.sh')], work, {
      PATH: `${tools}:${process.env['PATH']}`,
      NPX_LOG: log,
      GITHUB_ACTIONS: 'true',
      GITHUB_WORKSPACE: work,
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: summary,
      RUNNER_TEMP: folder,
      PLANLINT_CACHE: join(folder, 'cache'),
      PLANLINT_VERSION: '0.1.0',
      PLANLINT_FOLDER: 'db ü',
      PLANLINT_ARGS: "queries --schema 'schema.sql'",
      PLANLINT_CONFIG: '',
      PLANLINT_FAIL_ON: '',
      PLANLINT_SARIF: 'planlint.sarif',
      ...env,
    });
    const outputs = Object.fromEntries(
      readFileSync(output, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s)),
    );
    return { ...run, outputs, summary: readFileSync(summary, 'utf8'), asked: readFileSync(log, { encoding: 'utf8', flag: 'a+' }) };
  }

  const fault = 'SELECT amount FROM ledger_entry WHERE id = 1;\n';
  const fine = "SELECT amount FROM ledger_entry WHERE account_group = 3 AND created_at = '2025-06-01 00:00:00+00';\n";

  test('keeps exit code 1, annotates, sums up, and names its SARIF', async () => {
    const { code, outputs, summary, stdout, asked } = await check(fault);
    expect(code).toBe(0);
    expect(outputs).toEqual({ 'exit-code': '1', 'comment-file': expect.stringMatching(/comment\.md$/), 'sarif-file': 'db ü/planlint.sarif' });
    expect(stdout).toMatch(/^::error .*file=db ü\/queries\/one\.sql,line=1/m);
    expect(summary).toMatch(/^<!-- planlint -->\n### ❌ planlint: \d+ errors?/);
    expect(readFileSync(outputs['comment-file'] ?? '', 'utf8')).toBe(summary);
    expect(JSON.parse(readFileSync(join(work, outputs['sarif-file'] ?? ''), 'utf8')).version).toBe('2.1.0');
    expect(asked).toMatch(/^--yes --package planlint@0\.1\.0 -- planlint check queries --schema schema\.sql --format sarif=/);
  });

  test('keeps exit code 0', async () => {
    const { outputs, summary, stdout } = await check(fine, { PLANLINT_SARIF: '' });
    expect(outputs).toMatchObject({ 'exit-code': '0', 'sarif-file': '' });
    expect(summary).toContain('### ✅');
    expect(stdout).not.toContain('::error');
  });

  test('hands on what fails, and the config', async () => {
    const { asked, outputs, stderr } = await check(fine, { PLANLINT_FAIL_ON: 'warning', PLANLINT_CONFIG: 'ours.json' });
    expect(asked).toContain('--config ours.json --fail-on warning');
    expect(outputs['exit-code']).toBe('2');
    expect(stderr).toContain('ours.json');
  });

  const failures: readonly (readonly [what: string, env: Readonly<Record<string, string>>])[] = [
    ['a schema that is not there', { PLANLINT_ARGS: 'queries --schema nowhere.sql' }],
    ['a folder that is not there', { PLANLINT_FOLDER: 'nowhere' }],
    ['npm without the package', { PLANLINT_VERSION: '../none', PATH: `${join(folder, 'failing')}:${process.env['PATH']}` }],
  ];
  test.each(failures)('%s is exit code 2, an error and a comment', async (_, env) => {
    mkdirSync(join(folder, 'failing'), { recursive: true });
    writeFileSync(join(folder, 'failing/npx'), '#!/bin/sh\nexit 1\n');
    chmodSync(join(folder, 'failing/npx'), 0o755);
    const { code, outputs, summary, stdout } = await check(fine, env);
    expect(code).toBe(0);
    expect(outputs).toMatchObject({ 'exit-code': '2', 'sarif-file': '' });
    expect(stdout).toContain('::error title=planlint::');
    expect(summary).toMatch(/^<!-- planlint -->\n### ⚠️ planlint has no answer/);
  });
});

describe('every file that names a version', () => {
  const places: readonly (readonly [path: string, pattern: RegExp])[] = [
    ['package.json', /"version": "([^"]+)"/],
    ['action.yml', /default: (\d+\.\d+\.\d+.*)/],
    ['packaging/gitlab/planlint.gitlab-ci.yml', /PLANLINT_VERSION: (.+)/],
    ['packaging/docker/Dockerfile', /PACKAGE=planlint@(.+)/],
  ];
  test.each(places)('%s names this one', (path, pattern) => expect(pattern.exec(read(path))?.[1]).toBe(version));

  test('actions are named by their commit, images by their whole version, and nothing is the latest', () => {
    const files = ['action.yml', 'packaging/gitlab/planlint.gitlab-ci.yml', 'packaging/docker/Dockerfile'];
    for (const text of files.map(read)) {
      for (const [, name] of text.matchAll(/uses: (\S+)/g)) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      for (const [, tag] of text.matchAll(/\bnode:(\S+)/g)) expect(tag).toMatch(/^\d+\.\d+\.\d+-/);
      expect(text).not.toMatch(/@latest|:latest/);
    }
  });
});
