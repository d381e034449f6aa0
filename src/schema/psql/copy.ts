/** What `\copy t FROM 'rows.csv' CSV` says. */
export interface Copy {
  readonly path: string;
  /** The statement that takes the file's rows from the client. */
  readonly sql: string;
}

/** Reads what stands behind `\copy`; `null` for the other ways of it, which read no file. */
export function readCopy(rest: string): Copy | null {
  const [, target, file = '', options = ''] = /^([^'(][^']*?)\s+from\s+('(?:[^'\\]|\\.|'')*'|[^\s'(;]+)\s*(.*?);?$/is.exec(rest) ?? [];
  if (target === undefined || /^(?:p?stdin|program)$/i.test(file)) return null;
  const path = file.startsWith("'")
    ? file.slice(1, -1).replace(/''|\\(.)/g, (quoted, escaped: string | undefined) => escaped ?? quoted.slice(1))
    : file;
  return { path, sql: `COPY ${target} FROM stdin ${options}`.trim() };
}
