import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Report } from '../../src/index.ts';
import { run } from '../cli/run.ts';
import { ledgerFiles } from '../open-schema.ts';

/** A statement that an ORM sent, and what planlint makes of it. */
export interface Sent {
  readonly sql: string;
  /** Of the prepared statement. */
  readonly name: string | null;
  readonly calls: number;
  readonly tables: readonly { readonly name: string; readonly leaves: number }[];
  /** That found something, each once. */
  readonly rules: readonly string[];
}

const project = join(import.meta.dirname, '../..');

/** Runs the program of an ORM on the ledger by `planlint run`; gives what each of its operations sent about the ledger, and around it. */
export async function measure(orm: string): Promise<ReadonlyMap<string, readonly Sent[]>> {
  // Without call sites the report names lines of the file of statements, which say whose session each is.
  const folder = mkdtempSync(join(tmpdir(), 'planlint-orm-'));
  try {
    const out = join(folder, 'queries.jsonl');
    const [schema, seed] = ledgerFiles as [string, string];
    const argv = [
      'run',
      '--format',
      'json',
      '--show-values',
      '--no-call-sites',
      '--out',
      out,
      '--schema',
      schema,
      '--seed',
      seed,
      '--',
      process.execPath,
      'test/orms/program.js',
      orm,
    ];
    const { stdout, stderr } = await run(argv, { cwd: project, env: { PATH: process.env['PATH'] } });
    if (stdout === '') throw new Error(stderr);
    return byOperation(JSON.parse(stdout), readFileSync(out, 'utf8').trimEnd().split('\n'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A session is named like the operation that it was opened for. */
function byOperation({ statements, findings }: Report, lines: readonly string[]): ReadonlyMap<string, readonly Sent[]> {
  const operations = new Map<string, Sent[]>();
  for (const [index, statement] of statements.entries()) {
    const { sql, name, calls, line, tables } = statement;
    if (!/ledger|credit|^(begin|start|commit|rollback|savepoint|release)\b/i.test(sql)) continue;
    const { application } = JSON.parse(lines[line - 1] ?? '');
    const sent: Sent = {
      sql,
      name,
      calls,
      tables: tables.map(({ table, leaves }) => ({ name: table.replace('public.', ''), leaves: leaves.planned })),
      rules: [...new Set(findings.filter((finding) => finding.statement === index).map(({ rule }) => rule))].sort(),
    };
    operations.set(application, [...(operations.get(application) ?? []), sent]);
  }
  return operations;
}
