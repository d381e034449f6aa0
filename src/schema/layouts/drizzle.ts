import { UserError } from '../../errors.ts';
import { isThere, readText } from '../files.ts';
import type { Layout } from '../layout.ts';

/** Drizzle Kit's files in the order of its journal. Newer versions keep none, and a folder for each migration instead. */
export const drizzle: Layout = {
  tool: 'Drizzle Kit',
  list({ path, cwd, folders }) {
    const journal = `${path}/meta/_journal.json`;
    if (!folders.includes('meta') || !isThere(journal, cwd)) return null;
    return readTags(journal, readText(journal, cwd)).map((tag) => `${path}/${tag}.sql`);
  },
};

function readTags(path: string, text: string): readonly string[] {
  try {
    const { entries } = JSON.parse(text) as { entries: readonly { tag: string }[] };
    return entries.map(({ tag }) => tag);
  } catch (cause) {
    throw new UserError('usage', `${path}: not a journal of Drizzle Kit`, {
      hint: 'bring it back from version control, or name the SQL files',
      cause,
    });
  }
}
