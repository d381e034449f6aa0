import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { formatGitlab } from '../../src/report/gitlab.ts';
import { cleanReport, hostileReport, largeReport, nastyPath, presentation } from './hostile.ts';

/** What GitLab's documentation asks of an issue. */
const schema = {
  type: 'array',
  items: {
    type: 'object',
    required: ['description', 'check_name', 'fingerprint', 'severity', 'location'],
    additionalProperties: false,
    properties: {
      description: { type: 'string', minLength: 1 },
      check_name: { type: 'string', minLength: 1 },
      fingerprint: { type: 'string', minLength: 1 },
      severity: { enum: ['info', 'minor', 'major', 'critical', 'blocker'] },
      location: {
        type: 'object',
        required: ['path', 'lines'],
        properties: {
          path: { type: 'string', minLength: 1, not: { pattern: '^\\./' } },
          lines: {
            type: 'object',
            required: ['begin'],
            properties: { begin: { type: 'integer', minimum: 1 }, end: { type: 'integer', minimum: 1 } },
          },
        },
      },
    },
  },
};
const validate = new Ajv({ allErrors: true }).compile(schema);

test.each([hostileReport(), cleanReport(), largeReport(300, 5)])('an array of issues, each with a fingerprint of its own', (report) => {
  const issues = JSON.parse(formatGitlab(report, presentation));
  validate(issues);
  expect(validate.errors).toBeNull();
  const fingerprints = issues.map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  expect(new Set(fingerprints).size).toBe(fingerprints.length);
});

test('severities and places, without what is suppressed, and with what was not judged', () => {
  const issues = JSON.parse(formatGitlab(hostileReport(), { folder: 'app' }));
  expect(issues.map(({ severity, check_name, location: { path, lines } }: never) => [severity, check_name, path, lines])).toEqual([
    ['major', 'require-partition-keys', `app/${nastyPath}`, { begin: 4, end: 4 }],
    ['minor', 'no-generic-fanout', `app/${nastyPath}`, { begin: 3, end: 3 }],
    ['major', 'require-partition-keys', `app/${nastyPath}`, { begin: 10, end: 10 }],
    ['major', 'made-elsewhere', `app/${nastyPath}`, { begin: 10, end: 10 }],
    ['major', 'require-partition-keys', 'app/app log.jsonl', { begin: 7, end: 7 }],
    ['minor', 'no-hidden-cascade', '-', { begin: 1, end: 1 }],
    ['info', 'inconclusive', 'app/db/fine.sql', { begin: 5, end: 5 }],
    ['info', 'failed', 'app/db/fine.sql', { begin: 6, end: 6 }],
  ]);
});

test('a clean run is an empty array', () => {
  expect(formatGitlab(cleanReport(), presentation)).toBe('[]\n');
});

test('suppressing one finding renames no other', () => {
  const report = hostileReport();
  const names = (text: string): readonly string[] => JSON.parse(text).map(({ fingerprint }: { fingerprint: string }) => fingerprint);
  const [, ...rest] = names(formatGitlab(report, presentation));
  const [first, ...others] = report.findings;
  if (first === undefined) throw new Error('no finding');
  const suppressed = { ...report, findings: [{ ...first, suppressed: { kind: 'ignore' as const, reason: 'r' } }, ...others] };
  expect(names(formatGitlab(suppressed, presentation))).toEqual(rest);
});
