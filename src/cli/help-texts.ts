import type { CheckOptions } from './check-options.ts';

/** Below the help of every command. */
export const examples = `
Examples:
  planlint check db/queries --schema db/migrations --seed db/seed.sql
  planlint check 'logs/*.jsonl' --schema db/schema.sql --format json
  planlint run --schema db/migrations -- npm test
  planlint explain db/queries/ledger.sql:12 --schema db/migrations

Exit code: 0 no errors found, 1 errors found, 2 there is no answer:\nplanlint failed, or nothing could be judged.`;

export async function formatDialects(): Promise<string> {
  return (await import('../source/embedded/dialects.ts')).formatDialects();
}

export async function formatFormats(): Promise<string> {
  return (await import('../source/log/detect.ts')).formatFormats();
}

export async function formatKeys(): Promise<string> {
  return (await import('./config-texts.ts')).formatKeys();
}

export async function formatProjects(projects: readonly CheckOptions[]): Promise<string> {
  return (await import('./config-texts.ts')).formatProjects(projects);
}
