import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../src/report/report.ts';
import { run } from './run.ts';

const ledger = resolve(import.meta.dirname, '../../fixtures/ledger');
const schema = ['--schema', join(ledger, 'schema.sql'), '--seed', join(ledger, 'seed.sql')];
const day = "= '2025-03-01'";

/** Conditions with holes that are more than values, and whether a fix can say what to write there. */
const cases: readonly (readonly [condition: string, isFixed: boolean])[] = [
  [`account_group = \${g} and created_at::date ${day}`, true],
  [`account_group = \${g} and \${all ? sql\`created_at::date\` : sql\`posted_at\`} ${day}`, false],
  [`account_group = \${g} \${all ? sql\`and created_at::date ${day}\` : sql\`and posted_at ${day}\`}`, false],
  [`account_group = \${g} and \${onDay}`, false],
  [`account_group = \${g} and \${sql('created_at')}::date ${day}`, false],
  [`account_group = \${g} and created_at::date ${day} \${all ? sql\`and amount > 5\` : sql\`\`}`, true],
];

test('a fix has no text that the file does not have, and loses no hole', async () => {
  const cwd = await mkdtemp(join(tmpdir(), 'planlint-fixes-'));
  const functions = cases.map(
    ([condition], index) => `export const q${index} = (g: number, all: boolean) => sql\`select id from ledger_entry where ${condition}\`;\n`,
  );
  const code = `import postgres from 'postgres'; const sql = postgres();\nconst onDay = sql\`created_at::date ${day}\`;\n${functions.join('')}`;
  await writeFile(join(cwd, 'q.ts'), code);
  const { stdout } = await run(['check', 'q.ts', ...schema, '--format', 'json'], { cwd });
  const { findings } = JSON.parse(stdout) as Report;
  for (const [index, [condition, isFixed]] of cases.entries()) {
    const fixes = findings.flatMap(({ line, message, evidence }) =>
      line === index + 3 && message.includes('cast to') ? [evidence.fix ?? null] : [],
    );
    expect([condition, fixes.length > 0, fixes.every((fix) => (fix !== null) === isFixed)]).toEqual([condition, true, true]);
    // A hole that puts nothing in at the end is behind the statement.
    for (const fix of fixes) if (fix !== null) expect(holesOf(condition).slice(0, holesOf(fix.sql).length)).toEqual(holesOf(fix.sql));
  }
  await rm(cwd, { recursive: true });
});

/** The outermost `${…}` of a template. */
function holesOf(text: string): readonly string[] {
  return text.match(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g) ?? [];
}
