import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLog } from '../../../src/source/log/read-log.ts';
import type { Statement } from '../../../src/source/statement.ts';

export const captures = join(import.meta.dirname, '../../../fixtures/captures');

/** Reads a log that comes in chunks of a given size. */
export async function readText(text: string | Buffer, size = 1 << 16, formatId: string | null = null) {
  const bytes = Buffer.from(text as string);
  const { findFormat } = await import('../../../src/source/log/detect.ts');
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  return readLog('app.log', chunks(), formatId === null ? null : findFormat(formatId));
}

export async function readCapture(path: string) {
  return readText(readFileSync(join(captures, path)));
}

/** A statement and its values, as a golden record has them. */
export function brief({ sql, parameters }: Statement): readonly [string, ...(string | null | undefined)[]] {
  const values = parameters?.values ?? new Map();
  return [squeeze(sql), ...Array.from({ length: Math.max(0, ...values.keys()) }, (_, index) => values.get(index + 1))];
}

export function squeeze(sql: string): string {
  return sql.replace(/\s+/g, ' ').trim();
}
