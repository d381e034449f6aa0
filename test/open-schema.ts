import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../src/database/database.ts';
import { openEmbedded } from '../src/database/embedded.ts';

const project = join(import.meta.dirname, '..');

/** Session settings, and the major version of PostgreSQL. */
export interface Server {
  readonly settings?: Readonly<Record<string, string>>;
  readonly major?: number;
}

/** Every major version that planlint runs on. */
export const majors: readonly number[] = [15, 16, 17, 18];

/** A server with SQL files of this project loaded. */
export function openFiles(files: readonly string[], { settings = {}, major = 18 }: Server = {}): Promise<Database> {
  return openEmbedded({ schema: files, seed: [], cwd: project, settings, binaries: null, major });
}

/** The same, with statements run after the files. */
export async function openWith(files: readonly string[], sql: string, server: Server = {}): Promise<Database> {
  const folder = mkdtempSync(join(tmpdir(), 'planlint-sql-'));
  try {
    writeFileSync(join(folder, 'more.sql'), sql);
    return await openFiles([...files, join(folder, 'more.sql')], server);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The ledger that the rules' examples are written for. */
export const ledgerFiles = ['fixtures/ledger/schema.sql', 'fixtures/ledger/seed.sql'];

/** Schemas that ask for extensions which are not in the binaries. */
export const extensionFiles = ['pgvector', 'postgis', 'timescaledb', 'platform', 'citus'].map((name) => `fixtures/extensions/${name}.sql`);
