/** A name as SQL takes it whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL takes it, for a session with standard strings. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
