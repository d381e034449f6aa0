import { tokensOf } from '../sql/tokens.ts';
import { toPlacedError } from './placed-error.ts';
import type { SchemaFile } from './schema-file.ts';

/** What Flyway itself gives, on the server that the schema loads into. */
const own: readonly (readonly [name: string, value: string])[] = [
  ['flyway:defaultschema', 'public'],
  ['flyway:database', 'postgres'],
  ['flyway:user', 'postgres'],
];

/** Puts in what the file or the tool says of `${name}`. Throws a `UserError` at one whose value is elsewhere: text that stands for a name or a bound is none. */
export function fillPlaceholders(file: SchemaFile, tool: string): SchemaFile {
  const { text } = file;
  if (!text.includes('${')) return file;
  const properties = [...text.matchAll(/^[ \t]*--[ \t]*property[ \t]+name:(\S+)[ \t]+value:(\S+)/gim)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), value] as const,
  );
  const values = new Map([...own, ...properties]);
  const comments = [...tokensOf(text)].filter(({ kind }) => kind === 'comment');
  const filled = text.replace(/\$\{([^{}\s]+)\}/g, (whole, name: string, offset: number) => {
    if (comments.some(({ start, end }) => start <= offset && offset < end)) return whole;
    const value = values.get(name.toLowerCase());
    if (value !== undefined) return value;
    throw toPlacedError(file, offset, {
      message: `${whole} is a placeholder that ${tool} puts a value in for`,
      hint: `let the tool make the tables: --schema-command "${tool === 'Flyway' ? 'flyway migrate' : 'liquibase update'}", or whatever runs it here`,
    });
  });
  return { ...file, text: filled };
}
