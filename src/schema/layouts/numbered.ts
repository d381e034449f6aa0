import { readText } from '../files.ts';
import type { Layout } from '../layout.ts';
import { isDown, isSql } from '../names.ts';

/** `*.sql` by name, without those whose name says that they take another back: golang-migrate, sqlx, dbmate, goose and most others. */
export const numbered: Layout = {
  tool: 'SQL files in name order',
  list({ path, cwd, files }) {
    const toPath = (name: string) => `${path}/${name}`;
    const names = files.filter(isSql).filter((name, _, all) => !isDown(name, all));
    if (!files.includes('atlas.sum')) return names.map(toPath);
    const last = names.findLastIndex((name) => /^-- atlas:checkpoint\b/.test(readText(toPath(name), cwd)));
    // A checkpoint of Atlas makes for new databases what all files before it do.
    return names.slice(Math.max(last, 0)).map(toPath);
  },
};
