import { createHash } from 'node:crypto';
import type { CallSite } from './call-site.ts';

/** The variable that names the folder in which a program tells of its calls. */
export const folderVariable = 'PLANLINT_CALL_SITES';

/** A session by what the server calls it on both sides of the proxy: the number that its process has, and the secret that cancels its queries, unsigned. */
export interface Backend {
  readonly id: number;
  readonly secret: number;
}

/** The file of a session's calls, in their order. */
export function toFileName({ id, secret }: Backend): string {
  return `${id}-${(secret >>> 0).toString(16)}`;
}

export function digest(sql: string): string {
  return createHash('sha1').update(sql).digest('base64').slice(0, 16);
}

/** One line of that file. */
export function formatRecord(sql: string, { file, line }: CallSite): string {
  return `${JSON.stringify([digest(sql), file, line])}\n`;
}

/** A statement's digest and where it was called. */
export type SiteRecord = readonly [digest: string, file: string, line: number];

export function parseRecord(text: string): SiteRecord {
  return JSON.parse(text) as SiteRecord;
}
