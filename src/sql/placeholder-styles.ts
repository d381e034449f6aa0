import { type Found, isOperand, matchAt, type PlaceholderStyle, type ReadPlaceholder } from './placeholders.ts';

/** Names that values go by; `null` where they have none, or are not known. */
export type GivenNames = ReadonlySet<string> | null;

/** `?`, and `??` or `\?` for the operator. */
export const question: PlaceholderStyle = {
  read(sql, start, { before }) {
    const escaped = matchAt(/\?\?|\\+\?/y, sql, start);
    if (escaped !== null) return { form: '?', end: start + escaped.length };
    if (sql[start] !== '?' || matchAt(/\?(?:\|(?!\|)|&)/y, sql, start) !== null || isOperand(sql, before)) return null;
    return { values: [null], end: start + 1 };
  },
};

/** `%s`, and `%b` and `%t` of psycopg 3. */
export const format: PlaceholderStyle = {
  doubled: '%',
  read: (sql, start) => (matchAt(/%[sbt]/y, sql, start) === null ? readPercent(sql, start) : { values: [null], end: start + 2 }),
};

/** `%(name)s` */
export const pyformat: PlaceholderStyle = {
  doubled: '%',
  read(sql, start) {
    const found = matchAt(/%\(([^)]+)\)[sbt]/y, sql, start);
    return found === null ? readPercent(sql, start) : { values: [found.slice(2, -2)], end: start + found.length };
  },
};

/** `:name`, of the names that are given where they are known. */
export function colon(names: GivenNames): PlaceholderStyle {
  return {
    read(sql, start, { before }) {
      const found = sql[start] === ':' ? matchAt(/(?<![:\w\])]):[A-Za-z_]\w*/y, sql, start) : null;
      if (found === null || !isGiven(found.slice(1), names)) return null;
      // In `a[:n]` it is a slice's end.
      const isSlice = before?.kind === 'symbol' && sql[before.start] === '[' && names === null;
      return isSlice ? null : { values: [found.slice(1)], end: start + found.length };
    },
  };
}

/** `@name`, of the names that are given where they are known. */
export function at(names: GivenNames): PlaceholderStyle {
  return {
    read(sql, start) {
      const found = sql[start] === '@' ? matchAt(/@[A-Za-z_]\w*/y, sql, start) : null;
      if (found === null || !isGiven(found.slice(1), names)) return null;
      // PostgreSQL reads >=@x as one operator; a driver that knows the name does not.
      const isOperator = names === null && /[-+*/<>=~!@#%^&|`?]/.test(sql[start - 1] ?? '');
      return isOperator ? null : { values: [found.slice(1)], end: start + found.length };
    },
  };
}

/** The first of several readers that finds something. */
export function firstOf(...reads: readonly ReadPlaceholder[]): ReadPlaceholder {
  return (sql, start, around) => {
    for (const read of reads) {
      const found: Found | null = read(sql, start, around);
      if (found !== null) return found;
    }
    return null;
  };
}

function readPercent(sql: string, start: number): Found | null {
  return sql.startsWith('%%', start) ? { form: '%', end: start + 2 } : null;
}

function isGiven(name: string, names: GivenNames): boolean {
  return names === null || names.has(name);
}
