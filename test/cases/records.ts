import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rules } from '../../rules/index.ts';
import type { Database } from '../../src/database/database.ts';
import { lint } from '../../src/lint.ts';
import type { Finding, StatementReport } from '../../src/report/report.ts';
import { parseJsonLines } from '../../src/source/json-lines.ts';
import type { Verdict } from '../../src/verdict.ts';

/** A statement as the files of cases have it: what planlint's capture format knows, under the name of the case. */
export interface Captured {
  readonly sql: string;
  readonly params?: readonly unknown[];
  readonly types?: readonly string[];
}

/** What planlint makes of one case. */
export interface Answer {
  readonly statement: StatementReport;
  /** Rules about the keys and leaves found an error. */
  readonly isFlagged: boolean;
  readonly findings: readonly Finding[];
}

/** Verdicts that the gate fails on, and those that it lets pass; the others depend on more than the verdict. */
export const bad: readonly Verdict[] = ['missing-key', 'multi-leaf', 'run-only'];
export const good: readonly Verdict[] = ['ok', 'start-only', 'not-partitioned'];

const gate: readonly string[] = ['no-leaf-fanout', 'no-group-fanout', 'require-partition-keys', 'no-wrapped-partition-key'];

/** Whether rules about the keys and leaves found an error. */
export function hasGateError(findings: readonly Finding[]): boolean {
  return findings.some(({ rule, severity }) => severity === 'error' && gate.includes(rule));
}

export function readCases<Case>(file: string): readonly Case[] {
  const text = readFileSync(join(import.meta.dirname, '../../fixtures/cases', file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Case);
}

/** Cases that can share a server, by what they want of it. */
export function groupBy<Case>(cases: readonly Case[], wants: (one: Case) => unknown): ReadonlyMap<string, readonly Case[]> {
  const groups = new Map<string, Case[]>();
  for (const one of cases) {
    const key = JSON.stringify(wants(one));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

/** A setting has the name it had before it was given another. */
export function settingsOn(major: number, settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(settings).map(([name, value]) => [
    name === 'debug_parallel_query' && major < 16 ? 'force_parallel_mode' : name,
    value,
  ]);
  return Object.fromEntries(entries);
}

/** Checks named statements in one run. */
export async function answer(database: Database, records: ReadonlyMap<string, Captured>): Promise<ReadonlyMap<string, Answer>> {
  const lines = [...records].map(([name, { sql, params, types }]) => JSON.stringify({ sql, params, types, name }));
  const statements = await parseJsonLines('cases.jsonl', lines.join('\n'));
  const report = await lint({ files: 1, statements }, database, { rules, showValues: true, onProgress: () => {} });
  return new Map(
    report.statements.map((statement, index) => {
      const findings = report.findings.filter((finding) => finding.statement === index);
      return [statement.name ?? '', { statement, isFlagged: hasGateError(findings), findings }];
    }),
  );
}
