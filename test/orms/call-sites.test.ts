import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { run } from '../cli/run.ts';
import { ledgerFiles } from '../open-schema.ts';

const project = join(import.meta.dirname, '../..');
const folder = mkdtempSync(join(tmpdir(), 'planlint-sites-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The first lines of what an ORM's program sent, by operation. */
async function capture(orm: string): Promise<readonly { application: string; place: string | null }[]> {
  const [schema = '', seed = ''] = ledgerFiles;
  const out = join(folder, `${orm}.jsonl`);
  const argv = ['capture', '--out', out, '--schema', schema, '--seed', seed, '--', process.execPath, 'test/orms/program.js', orm];
  const { code, stderr } = await run(argv, { cwd: project, env: { PATH: process.env['PATH'] } });
  expect(code, stderr).toBe(0);
  const lines = readFileSync(out, 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const { application, file, line: number } = JSON.parse(line);
    return { application, place: file === undefined ? null : `${file}:${number}` };
  });
}

test('each statement of Drizzle is where its query was made', { timeout: 120_000 }, async () => {
  const sent = await capture('drizzle');
  expect(sent.length).toBeGreaterThan(20);
  const text = readFileSync(join(project, 'test/orms/drizzle.js'), 'utf8').split('\n');
  const made = sent.map(({ application, place }) => {
    const line = Number(/^test\/orms\/drizzle\.js:(\d+)$/.exec(place ?? '')?.[1]);
    const begins = text.findIndex((one) => new RegExp(`^ {2}'?${application}'?: `).test(one)) + 1;
    const next = text.findIndex((one, index) => index >= begins && /^(?: {2}'?[a-z][\w ,-]*'?: |\};)/.test(one)) + 1;
    return begins > 0 && line >= begins && line < next ? 'its own' : `${application} ${place}`;
  });
  expect(made.filter((one) => one !== 'its own')).toEqual([]);
});

test('no statement of Prisma is at a line of what Prisma generates', { timeout: 120_000 }, async () => {
  const places = (await capture('prisma')).map(({ place }) => place);
  expect(places.filter((place) => place !== null && !/^test\/orms\/(?:prisma|program)\.js:\d+$/.test(place))).toEqual([]);
  expect(places.filter((place) => place !== null).length).toBeGreaterThan(places.length / 2);
});
