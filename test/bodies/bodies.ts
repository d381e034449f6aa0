import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readBodies, type Wanted } from '../../src/bodies/read-bodies.ts';
import { openEmbedded } from '../../src/database/embedded.ts';
import type { Finding, StatementReport } from '../../src/report/report.ts';
import { readSchema } from '../../src/schema/read-schema.ts';
import { checkAll } from '../check-sql.ts';

/** Two groups of two leaves each, and tables that are whole. */
export const tables = `
  CREATE TABLE entry (id integer, grp integer, at timestamptz, account integer, amount numeric) PARTITION BY LIST (grp);
  CREATE TABLE entry_1 PARTITION OF entry FOR VALUES IN (1) PARTITION BY RANGE (at);
  CREATE TABLE entry_1_a PARTITION OF entry_1 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  CREATE TABLE entry_1_b PARTITION OF entry_1 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE entry_2 PARTITION OF entry FOR VALUES IN (2) PARTITION BY RANGE (at);
  CREATE TABLE entry_2_a PARTITION OF entry_2 FOR VALUES FROM ('2024-01-01') TO ('2025-01-01');
  CREATE TABLE entry_2_b PARTITION OF entry_2 FOR VALUES FROM ('2025-01-01') TO ('2026-01-01');
  CREATE TABLE account (id integer PRIMARY KEY, grp integer, at timestamptz, name text);
  CREATE SCHEMA other;
  CREATE TABLE other.entry (id integer, grp integer);`;

export interface Stood {
  readonly statement: StatementReport;
  readonly findings: readonly Finding[];
  /** What the file has from the statement's place on, as long as the statement is. */
  readonly inFile: string;
}

/** What is found in a schema's file, and what becomes of it. */
export async function checkBodies(schema: string, wanted: Wanted, major = 18): Promise<readonly Stood[]> {
  const cwd = mkdtempSync(join(tmpdir(), 'planlint-bodies-'));
  try {
    writeFileSync(join(cwd, 'schema.sql'), schema);
    const database = await openEmbedded({ schema: ['schema.sql'], seed: [], cwd, settings: {}, binaries: null, major });
    try {
      const checked = await checkAll(database, await readBodies(readSchema(['schema.sql'], cwd), database, wanted));
      return checked.map((one) => ({ ...one, inFile: textAt(schema, one.statement) }));
    } finally {
      await database.close();
    }
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

function textAt(text: string, { line, column, sql }: StatementReport): string {
  const lines = text.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line === 1 ? 0 : 1) + column - 1;
  return text.slice(start, start + sql.length);
}

/** A statement in short: `SELECT 1 FROM entry: missing-key`; the reason where there is no verdict. */
export function outlineOf({ statement }: Stood): string {
  const { sql, status, verdict, reason } = statement;
  return `${sql.replace(/\s+/g, ' ')}: ${status === 'analysed' ? verdict : `${status}, ${reason}`}`;
}
