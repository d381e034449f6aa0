import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];

/** Conditions, with a list of any length in them, and what they come down to: as a list of two, of one leaf, does. */
const scripts: readonly (readonly [condition: string, verdict: string])[] = [
  ['account_group = ${g} and created_at in ${sql(days)}', 'ok'],
  ['account_group = ${g} and created_at in (${Prisma.join(days)})', 'ok'],
  ['(account_group, created_at) in ((${g}, ${d}))', 'ok'],
  ['account_group = ${g} and created_at in ${sql([d, e])}', 'ok'],
  ['account_group in ${sql(groups)} and created_at = ${d}', 'ok'],
  ['account_group = ${g} and created_at = ${d} and id in ${sql(ids)}', 'ok'],
  ['created_at in ${sql(days)} and id in ${sql(ids)}', 'missing-key'],
  ["account_group = ${g} and created_at in ${sql(days)} and created_at >= '2025-01-01' and created_at < '2026-01-01'", 'ok'],
  ['account_group = ${g} and created_at >= ${d} and created_at < ${e} and id in ${sql(ids)}', 'ok'],
];
const files: readonly (readonly [condition: string, verdict: string])[] = [
  ['account_group = :g and created_at in (:days)', 'ok'],
  ['account_group = :g and created_at IN :days', 'ok'],
  ['account_group = :g and created_at not in (:days)', 'multi-leaf'],
  ['account_group = :g and created_at in (:d, :e)', 'ok'],
  ['account_group = :g and created_at = :d and id in (:ids)', 'ok'],
  ['account_group = $1 and created_at in ($2)', 'ok'],
  ['account_group = $1 and created_at in ($2, $3)', 'ok'],
  ['created_at in (:days)', 'missing-key'],
];

test('of a list of any length two values are looked at, as of one that is written out', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'planlint-lists-'));
  const query = 'select id from ledger_entry where';
  const values = 'g: number, groups: number[], d: Date, e: Date, days: Date[], ids: string[]';
  const functions = scripts.map(([condition], index) => `export const q${index} = (${values}) => sql\`${query} ${condition}\`;\n`);
  await writeFile(
    join(cwd, 'q.ts'),
    `import postgres from 'postgres'; import { Prisma } from '@prisma/client'; const sql = postgres();\n${functions.join('')}`,
  );
  await writeFile(join(cwd, 'r.sql'), files.map(([condition]) => `${query} ${condition};\n`).join(''));
  const { stdout, stderr } = await run(['check', '.', ...schema, '--format', 'json'], { cwd });
  expect(stderr).toBe('');
  const { statements, findings } = JSON.parse(stdout) as Report;
  const cases = [...scripts, ...files];
  expect(statements.map(({ verdict }, index) => [cases[index]?.[0], verdict])).toEqual(cases);
  // What stands behind a list is found where the file has it.
  expect(findings.map(({ path, line, evidence }) => [path, line, evidence.key])).toEqual([
    ['q.ts', 8, 'account_group'],
    ['r.sql', 3, 'created_at'],
    ['r.sql', 8, 'account_group'],
  ]);
  await rm(cwd, { recursive: true });
});
