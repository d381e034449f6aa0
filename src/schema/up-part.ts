import { splitSql } from '../sql/split.ts';
import { blank } from './blank.ts';
import { toPlacedError } from './placed-error.ts';
import type { SchemaFile } from './schema-file.ts';

/** The lines by which a tool tells in one file what makes a change from what takes it back. */
interface Marks {
  readonly tool: string;
  /** `null` where the file begins with what makes it. */
  readonly up: string | null;
  readonly down: string;
}

const others = '--[-= \\t@]*(?:down|undo)[-=: \\t]*\\r?$';

const marks: readonly Marks[] = [
  { tool: 'dbmate', up: '--[ \\t]*migrate:up\\b', down: '--[ \\t]*migrate:down\\b' },
  { tool: 'goose', up: '--[ \\t]*\\+goose[ \\t]+up\\b', down: '--[ \\t]*\\+goose[ \\t]+down\\b' },
  { tool: 'sql-migrate', up: '--[ \\t]*\\+(?:migrate|micrate)[ \\t]+up\\b', down: '--[ \\t]*\\+(?:migrate|micrate)[ \\t]+down\\b' },
  { tool: 'node-pg-migrate', up: '--[ \\t-]*up[ \\t]+migration', down: '--[ \\t-]*down[ \\t]+migration' },
  { tool: 'rambler', up: '--[ \\t]*rambler[ \\t]+up\\b', down: '--[ \\t]*rambler[ \\t]+down\\b' },
  { tool: 'Play evolutions', up: '(?:#|--)[ \\t]*-*[ \\t]*!ups\\b', down: '(?:#|--)[ \\t]*-*[ \\t]*!downs\\b' },
  { tool: 'tern', up: null, down: '----[ \\t]*create above / drop below[ \\t]*----' },
  { tool: 'MyBatis Migrations', up: null, down: '--[ \\t]*//[ \\t]*@undo\\b' },
  // No tool's own. A pair of such lines means nothing else; for one alone see `lone`.
  { tool: 'others', up: '--[-= \\t@]*(?:up|do)[-=: \\t]*\\r?$', down: others },
];

const ups = marks.flatMap(({ up }) => up ?? []).join('|');
const downs = marks.map(({ down }) => down).join('|');
const mark = new RegExp(`^[ \\t]*(?:(${ups})|(?:${downs})).*`, 'gim');

const lone = new RegExp(`^[ \\t]*${others}`, 'i');
const hint = 'write -- up above what makes the change, or another heading';

/** A word of each mark for what takes back, and of the one line that is no comment of SQL's: most texts have none, and are large. */
const some = /down|undo|drop below|!ups/i;

/** The text with spaces in place of what takes its change back, whichever tool the file is for. Throws a `UserError` where a line may or may not begin that. */
export function cutDown({ path, text }: Pick<SchemaFile, 'path' | 'text'>): string {
  if (!some.test(text)) return text;
  const found = [...text.matchAll(mark)];
  if (found.length === 0) return text;
  const [alone] = found.some(([, up]) => up !== undefined) ? [] : found.filter(([line]) => lone.test(line));
  if (alone !== undefined) {
    if (splitSql(text).pieces.some(({ start, end }) => start < alone.index && alone.index < end)) return text;
    throw toPlacedError({ path, text }, alone.index, { message: 'this line may begin what takes the change back, or be a heading', hint });
  }
  let cut = '';
  let at = 0;
  for (const [index, { 0: line, 1: up, index: start }] of found.entries()) {
    const end = up === undefined ? (found[index + 1]?.index ?? text.length) : start + line.length;
    cut += text.slice(at, start) + blank(text.slice(start, end));
    at = end;
  }
  return cut + text.slice(at);
}
