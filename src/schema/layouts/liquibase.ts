import { UserError } from '../../errors.ts';
import { readText } from '../files.ts';
import type { Layout } from '../layout.ts';
import { isChangelog, listChangelog } from '../liquibase/changelog.ts';

const mainName = /master|root|main/i;

/** The SQL files that the changelog lists. Without one, a folder of formatted SQL is like any other. */
export const liquibase: Layout = {
  tool: 'Liquibase',
  list({ path, cwd, files }) {
    const changelogs = files.filter((name) => isChangelog(name, () => readText(`${path}/${name}`, cwd)));
    if (changelogs.length === 0) return null;
    const [only, ...others] = changelogs.length === 1 ? changelogs : changelogs.filter((name) => mainName.test(name));
    if (only !== undefined && others.length === 0) return listChangelog(`${path}/${only}`, cwd);
    throw new UserError('usage', `${path}: ${changelogs.join(' and ')} are changelogs of Liquibase`, {
      hint: 'name the main one instead of its folder',
    });
  },
};
