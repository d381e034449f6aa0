import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/database/database.ts';
import { openEmbedded } from '../src/database/embedded.ts';

const project = join(import.meta.dirname, '..');

/** A server with SQL files of this project loaded. */
export function openFiles(files: readonly string[], settings: Readonly<Record<string, string>> = {}): Promise<Database> {
  return openEmbedded({ schema: files, seed: [], cwd: project, settings, binaries: null });
}

/** The same, with statements run after the files. */
export async function openWith(files: readonly string[], sql: string, settings: Readonly<Record<string, string>> = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'planlint-sql-'));
  try {
    writeFileSync(join(folder, 'more.sql'), sql);
    return await openFiles([...files, join(folder, 'more.sql')], settings);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ledger that the rules' examples are written for. */
export const ledgerFiles = ['fixtures/ledger/schema.sql', 'fixtures/ledger/seed.sql'];
