import type { Catalog } from '../catalog/catalog.ts';
import type { Statement } from '../source/statement.ts';

const blanks = String.raw`(?:\s|--[^\n]*\n|/\*[^*]*(?:\*(?!/)[^*]*)*\*/)*`;
const name = String.raw`(?:pg_temp\s*\.\s*)?("(?:[^"]|"")+"|[\p{L}_][\p{L}\p{N}_$]*)`;
const creation = new RegExp(
  String.raw`^${blanks}CREATE\s+(?:(?:LOCAL|GLOBAL)\s+)?TEMP(?:ORARY)?\s+(?:TABLE|(?:RECURSIVE\s+)?VIEW)\s+(?:IF\s+NOT\s+EXISTS\s+)?${name}`,
  'iu',
);
const selection = new RegExp(String.raw`\bINTO\s+TEMP(?:ORARY)?\s+(?:TABLE\s+)?${name}`, 'iu');

/** The catalogue, in which the temporary tables that the statements themselves make are named as what cannot be judged. One that the schema makes, too, is judged as that. */
export function withTemporary(catalog: Catalog, statements: readonly Statement[]): Catalog {
  const made = new Set(statements.flatMap(({ sql }) => findTemporary(sql) ?? []));
  const isOfSchema = (table: string): boolean =>
    catalog.searchPath.some((schema) => {
      const qualified = `${schema}.${table}`;
      return catalog.partitions.has(qualified) || catalog.views.has(qualified) || catalog.tables.has(qualified);
    });
  const unknown = [...made].filter((table) => !isOfSchema(table));
  if (unknown.length === 0) return catalog;
  return { ...catalog, unjudged: new Map([...unknown.map((table) => [table, reason] as const), ...catalog.unjudged]) };
}

const reason = 'is a temporary table, which the schema does not make';

/** The name of the temporary table that a statement makes, as the catalogue has it. */
export function findTemporary(sql: string): string | null {
  if (!/\btemp(?:orary)?\b/i.test(sql)) return null;
  const written = (creation.exec(sql) ?? selection.exec(sql))?.[1];
  if (written === undefined) return null;
  return written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written.toLowerCase();
}
