import { at, colon, firstOf, format, pyformat, question } from '../../sql/placeholder-styles.ts';
import { type Found, matchAt, type PlaceholderStyle, type ReadPlaceholder } from '../../sql/placeholders.ts';
import { wordOf } from '../../sql/tokens.ts';

const [colonName, atName] = [colon(null), at(null)];

/** `sqlc.arg(x)`, `sqlc.narg('x')`, `sqlc.slice('x')`, `sqlc.embed(t)`, `@x`. */
export const sqlc: PlaceholderStyle = {
  read: firstOf((sql, start) => {
    const call = /sqlc\s*\.\s*(arg|narg|slice|embed)\s*\(\s*('?)([A-Za-z_]\w*)\2\s*\)/iy;
    call.lastIndex = start;
    const [whole, kind, , name = ''] = call.exec(sql) ?? [];
    if (whole === undefined) return null;
    const end = start + whole.length;
    if (kind?.toLowerCase() === 'embed') return { form: `${name}.*`, end };
    return kind?.toLowerCase() === 'slice' ? { form: '$, $', values: [name], list: true, end } : { values: [name], end };
  }, atName.read),
};

/** `:name`, `:name.field`, and yesql's `?`. */
export const aiosql: PlaceholderStyle = withLists({
  read: firstOf((sql, start, around) => {
    const found = colonName.read(sql, start, around);
    const field = found === null ? null : matchAt(/(?:\.[A-Za-z_]\w*)+/y, sql, found.end);
    return field === null || found === null ? found : { values: [`${found.values?.[0]}${field}`], end: found.end + field.length };
  }, question.read),
});

/** `?`, `??` for the operator, JPA's `?1`, Spring's `:name`, `:#{…}` and `?#{…}`. */
export const jdbc: PlaceholderStyle = withLists({
  read: firstOf(
    (sql, start) => {
      const spel = matchAt(/[:?]#\{[^{}]*\}/y, sql, start);
      if (spel !== null) return { values: [spel.slice(2)], end: start + spel.length };
      const numbered = matchAt(/\?[1-9]\d*/y, sql, start);
      return numbered === null ? null : { values: [numbered.slice(1)], end: start + numbered.length };
    },
    question.read,
    colonName.read,
  ),
});

/** `@name` wherever Npgsql reads it, behind an operator too; `:name`. */
export const dapper: PlaceholderStyle = withLists({
  read: firstOf((sql, start) => {
    const found = matchAt(/(?<!@)@[A-Za-z_]\w*/y, sql, start);
    return found === null ? null : { values: [found.slice(1)], end: start + found.length };
  }, colonName.read),
});

/** `%s` and `%(name)s`. */
export const psycopg: PlaceholderStyle = withLists({ doubled: '%', read: firstOf(pyformat.read, format.read) });

/** `:name`, but not in front of a cast, and `\:` for a colon. */
export const sqlalchemy: PlaceholderStyle = withLists({
  read: firstOf((sql, start) => {
    if (matchAt(/\\+:/y, sql, start) !== null) return { form: ':', end: start + (matchAt(/\\+:/y, sql, start) ?? '').length };
    const found = matchAt(/(?<![:\w\\]):[A-Za-z_]\w*(?!\w|:)/y, sql, start);
    return found === null ? null : { values: [found.slice(1)], end: start + found.length };
  }),
});

/** `#{name}`, and `${name}`, which is text of any kind. */
export const mybatis: PlaceholderStyle = {
  read(sql, start) {
    const found = matchAt(/[#$]\{[^{}]*\}/y, sql, start);
    if (found === null) return null;
    const end = start + found.length;
    if (found.startsWith('$')) return { end, unknown: `${found} puts text in` };
    return { values: [found.slice(2, -1).split(',')[0]?.trim() ?? ''], end };
  },
};

const hugForm = /(?<![:\\\w\])]):(?:(v|value|i|identifier|sql|snip|sqlvec|t|tuple)(\*?):)?([A-Za-z_][\w-]*(?:[./][A-Za-z_][\w-]*)*)/y;

/** `:name`, `:v:name`, `:v*:names`, `:t:row`, `:t*:rows`; identifiers, `:sql:` and snippets are text of any kind. */
export const hugsql: PlaceholderStyle = withLists({
  read(sql, start) {
    if (sql.startsWith('\\:', start)) return { form: ':', end: start + 2 };
    hugForm.lastIndex = start;
    const [whole, kind = 'v', many, name = ''] = hugForm.exec(sql) ?? [];
    if (whole === undefined) return null;
    const end = start + whole.length;
    if (kind === 'v' || kind === 'value') return many === '*' ? { form: '$, $', values: [name], list: true, end } : { values: [name], end };
    if (kind !== 't' && kind !== 'tuple') return { end, unknown: `${whole} puts ${kind.startsWith('i') ? 'a name' : 'text'} in` };
    const width = widthBefore(sql, start);
    if (width === null) return { end, unknown: `how many values ${whole} has is not known` };
    const values = Array.from({ length: width }, (_, index) => `${name}.${index + 1}`);
    const row = `(${values.map(() => '$').join(', ')})`;
    return many === '*' ? { form: `${row}, ${row}`, values, list: true, end } : { form: row, values, end };
  },
});

/** How many columns a tuple stands for: as many as are listed in front of VALUES or IN. */
function widthBefore(sql: string, start: number): number | null {
  const [, list] = /\(([^()]*)\)\s*(?:values|(?:not\s+)?in)\s*\(?\s*$/i.exec(sql.slice(0, start)) ?? [];
  return list === undefined ? null : list.split(',').length;
}

/** `:name` and `:name!`, lists and rows as the comment of the query says. */
export function pgtyped(comments: readonly string[]): PlaceholderStyle {
  const shapes = new Map(
    comments.flatMap((text) =>
      [...text.matchAll(/@param\s+(\w+)\s*->\s*(\((?:[^()]|\([^()]*\))*\))/g)].map(([, name = '', shape = '']) => [name, shape] as const),
    ),
  );
  return {
    read(sql, start, around) {
      const found = colonName.read(sql, start, around);
      const name = found?.values?.[0] ?? null;
      if (found === null || name === null) return found;
      const end = found.end + (matchAt(/!(?!=)/y, sql, found.end) === null ? 0 : 1);
      const shape = shapes.get(name);
      if (shape === undefined) return { values: [name], end };
      const fields = shape
        .replace(/[()\s!]|\.\.\./g, '')
        .split(',')
        .filter((field) => field !== '');
      if (fields.length === 0) return { form: '($, $)', values: [name], list: true, end };
      const row = `(${fields.map(() => '$').join(', ')})`;
      const values = fields.map((field) => `${name}.${field}`);
      return shape.includes('...') ? { form: `${row}, ${row}`, values, list: true, end } : { form: row, values, end };
    },
  };
}

/** A value behind IN is a list where it stands by itself, in the parentheses that libraries write, or alone in its own. */
export function withLists({ read, ...style }: PlaceholderStyle): PlaceholderStyle {
  const readLists: ReadPlaceholder = (sql, start, around) => {
    const found: Found | null = read(sql, start, around);
    if (found?.values?.length !== 1 || found.form !== undefined) return found;
    if (around.before?.kind === 'name' && wordOf(sql, around.before) === 'in') return { ...found, form: '($, $)', list: true };
    const isAlone = around.before?.kind === 'symbol' && /\bin\s*\(\s*$/i.test(sql.slice(0, start)) && /^\s*\)/.test(sql.slice(found.end));
    return isAlone ? { ...found, form: '$, $', list: true } : found;
  };
  return { ...style, read: readLists };
}
