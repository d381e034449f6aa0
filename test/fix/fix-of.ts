import type { Database } from '../../src/database/database.ts';
import type { Fix } from '../../src/report/report.ts';
import type { Statement } from '../../src/source/statement.ts';
import { checkSql } from '../check-sql.ts';

/** The proven fix of a statement; `null` where it has none. */
export async function fixOf(database: Database, sql: string, given: Partial<Statement> = {}): Promise<Fix | null> {
  const { findings } = await checkSql(database, sql, given);
  return findings.find(({ evidence }) => evidence.fix !== undefined)?.evidence.fix ?? null;
}

/** What a table of fixes shows of one: the kind, and the rewritten statement. */
export function outlineFix(fix: Fix | null): string | null {
  return fix === null ? null : `${fix.kind}${fix.needs.length === 0 ? '' : ` (${fix.needs.join(', ')})`}: ${fix.sql}`;
}
