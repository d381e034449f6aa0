import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { formatIds } from '../../src/cli/outputs.ts';
import type { Report } from '../../src/report/report.ts';
import { run } from '../cli/run.ts';

/** The ledger's queries in every format, from one run. */
const texts = new Map<string, string>();
let report: Report;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planlint-ledger-'));
  const ledger = 'fixtures/ledger';
  const outputs = formatIds.flatMap((format) => ['--format', `${format}=${join(folder, format)}`]);
  const paths = [`${ledger}/queries`, `${ledger}/captured`, '--schema', `${ledger}/schema.sql`, '--seed', `${ledger}/seed.sql`];
  const { code, stderr } = await run(['check', ...paths, ...outputs], { cwd: join(import.meta.dirname, '../..'), env: {} });
  expect([code, stderr]).toEqual([1, '']);
  for (const format of formatIds) texts.set(format, await readFile(join(folder, format), 'utf8'));
  report = JSON.parse(texts.get('json') ?? '');
});
afterAll(() => rm(folder, { recursive: true }));

test('SARIF is valid, with a result a finding', async () => {
  const schema = JSON.parse(await readFile(new URL('../../fixtures/schemas/sarif-2.1.0.json', import.meta.url), 'utf8'));
  const ajv = new Ajv({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  const log = JSON.parse(texts.get('sarif') ?? '');
  const validate = ajv.compile(schema);
  validate(log);
  expect(validate.errors).toBeNull();
  expect(log.runs[0].results.map(({ ruleId, level }: { ruleId: string; level: string }) => [ruleId, level])).toEqual(
    report.findings.map(({ rule, severity }) => [rule, severity]),
  );
});

test('JUnit is XML with a case a statement, failed where it has an error', () => {
  const xml = texts.get('junit') ?? '';
  expect(XMLValidator.validate(xml)).toBe(true);
  expect(xml.match(/<testcase /g)).toHaveLength(report.statements.length);
  const failing = new Set(report.findings.filter(({ severity }) => severity === 'error').map(({ statement }) => statement));
  expect(xml.match(/<failure /g)).toHaveLength(failing.size);
});

test('GitLab has an issue a finding, each with a fingerprint of its own', () => {
  const issues: readonly { readonly fingerprint: string; readonly severity: string }[] = JSON.parse(texts.get('gitlab') ?? '');
  expect(issues.filter(({ severity }) => severity !== 'info')).toHaveLength(report.findings.length);
  expect(new Set(issues.map(({ fingerprint }) => fingerprint)).size).toBe(issues.length);
});

test('what people read names every statement at fault, and counts alike', () => {
  const counts = `${report.summary.errors} errors, ${report.summary.warnings} warnings in ${report.summary.statements} statements`;
  for (const format of ['pretty', 'compact', 'markdown']) expect(texts.get(format)).toContain(counts);
  for (const { statement } of report.findings) {
    const name = report.statements[statement]?.name ?? '';
    for (const format of ['pretty', 'markdown', 'html', 'junit']) expect(texts.get(format)).toContain(name);
  }
});

test('docs/reports.md shows what the formats write', async () => {
  const page = (await readFile(new URL('../../docs/reports.md', import.meta.url), 'utf8')).replaceAll('\r\n', '\n');
  const shown = [...page.matchAll(/^```(\w+) from (\w+)\n([\s\S]*?)\n```$/gm)];
  expect(shown.map(([, , format]) => format).sort()).toEqual(['compact', 'github', 'gitlab', 'junit', 'markdown', 'pretty', 'sarif']);
  for (const [, , format = '', text = ''] of shown) for (const line of text.split('\n')) expect(texts.get(format)?.split('\n')).toContain(line);
});
