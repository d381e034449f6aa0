import { qualify } from '../catalog/catalog.ts';
import type { Database } from '../database/database.ts';
import type { Named } from '../sql/names.ts';
import { as } from '../sql/parse.ts';
import { bare } from '../wording.ts';
import type { Definition } from './definitions.ts';
import { findUnread, type NamedBody } from './find-bodies.ts';
import { type Held, mayBe, signatureOf } from './held.ts';

/** A row without a function for a language in which there is none. */
const routinesQuery = `
  SELECT l.lanname AS language, n.nspname AS schema, f.proname AS name FROM pg_language l LEFT JOIN pg_proc f ON f.prolang = l.oid LEFT JOIN pg_namespace n ON n.oid = f.pronamespace
  WHERE l.lanname NOT IN ('sql', 'plpgsql')`;

/** Functions in languages that planlint does not read, of which the server may have none: each where it was defined last. */
export async function findForeign(latest: readonly Held[], database: Database): Promise<readonly NamedBody[]> {
  const rows = await database.query(routinesQuery);
  const isGone = (language: string, named: Named): boolean => {
    const own = rows.filter((row) => row['language'] === language);
    return own.length > 0 && !own.some((row) => mayBe(named, { schema: String(row['schema']), name: String(row['name']) }));
  };
  const seen = new Set<string>();
  return latest.flatMap(({ kind, definition, named }) => {
    const language = languageOf(definition);
    const key = JSON.stringify([named, signatureOf(definition.tree)]);
    if (kind !== 'routine' || language === null || seen.has(key)) return [];
    seen.add(key);
    if (language === 'sql' || language === 'plpgsql' || isGone(language, named)) return [];
    const isCompiled = language === 'c' || language === 'internal';
    const why = isCompiled ? ({ status: 'skipped', reason: 'CREATE FUNCTION' } as const) : `planlint does not read ${language}`;
    return [{ ...findUnread(definition, why), name: `function ${bare(qualify(named))}`, searchPath: null }];
  });
}

/** A string is the body in SQL where no language is written. */
function languageOf({ tree }: Definition): string | null {
  const { options = [] } = as(tree, 'CreateFunctionStmt') ?? {};
  const language = options.flatMap((option) => as(option, 'DefElem') ?? []).find(({ defname }) => defname === 'language');
  return as(language?.arg, 'String')?.sval?.toLowerCase() ?? null;
}
