import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { lint } from '../../src/lint.ts';
import type { RuleSettings } from '../../src/policy/rule-settings.ts';
import type { Severity } from '../../src/report/report.ts';
import { readSources } from '../../src/source/inputs.ts';
import { ledgerFiles, openFiles } from '../open-schema.ts';

let database: Database;
let folder: string;
beforeAll(async () => {
  database = await openFiles(ledgerFiles);
  folder = await mkdtemp(join(tmpdir(), 'planlint-'));
});
afterAll(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const page = await readFile(join(import.meta.dirname, '../../docs/exceptions.md'), 'utf8');
const sections = page
  .split(/^## /m)
  .slice(1)
  .map((text) => {
    const title = text.split('\n', 1)[0] ?? '';
    const policy = JSON.parse(/```json\n([\s\S]*?)```/.exec(text)?.[1] ?? '{}') as RuleSettings;
    const files = [...text.matchAll(/```sql (\S+)\n([\s\S]*?)```/g)].map(([, path = '', sql = '']) => ({ path, sql }));
    return { title, policy, files };
  });

test('the page has the four ways', () => expect(sections).toHaveLength(4));

describe.each(sections)('$title', ({ policy, files }) => {
  test.each(files)('$path', async ({ path, sql }) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), sql);
    const sources = await readSources([path], folder, process.stdin);
    const { statements, findings } = await lint(sources, database, { rules, policy, showValues: true, onProgress: () => {} });
    const comments = [...sql.matchAll(/^-- (?:passes(?:, with a warning: (\S+))?|fails: (\S+))$/gm)];
    const said = comments.map(([, , rule]) => (rule === undefined ? [] : [rule]));
    const warned = comments.map(([, rule]) => (rule === undefined ? [] : [rule]));
    expect(said.length).toBeGreaterThan(0);
    expect(statements.map(({ status }) => status)).toEqual(said.map(() => 'analysed'));
    const heard = (wanted: Severity) =>
      statements.map((_, index) => findings.filter(({ statement, severity }) => statement === index && severity === wanted).map(({ rule }) => rule));
    expect(heard('error')).toEqual(said);
    expect(heard('warning')).toEqual(warned);
  });
});
