import { join } from 'node:path';
import { run } from '../cli/run.ts';

const project = join(import.meta.dirname, '../..');
const files = ['--schema', 'fixtures/ledger/schema.sql', '--schema', 'fixtures/explain/shapes.sql', '--seed', 'fixtures/ledger/seed.sql'];

/** What a terminal of so many columns shows of a statement of fixtures/explain/queries.sql, with its colours; without the last lines, which name the server. */
export async function capture(name: string, columns: number): Promise<string> {
  const { code, stdout, stderr } = await run(['explain', 'fixtures/explain/queries.sql', '--name', name, ...files], { cwd: project, columns });
  if (code !== 0) throw new Error(stderr);
  const lines = stdout.split('\n');
  return lines
    .slice(
      0,
      lines.findIndex((line) => line.includes('PostgreSQL')),
    )
    .join('\n');
}

export function withoutColour(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape is what is looked for.
  return text.replace(/\u001b\[\d+m/g, '');
}
