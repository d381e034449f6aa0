/** A name as SQL takes it whatever is in it. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text as SQL takes it, for a session with standard strings. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** PostgreSQL's reserved words, which name a table or a column only in quotes. */
const reserved = new Set(
  (
    'all analyse analyze and any array as asc asymmetric both case cast check collate column constraint create current_catalog current_date ' +
    'current_role current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign from ' +
    'grant group having in initially intersect into lateral leading limit localtime localtimestamp not null offset on only or order placing ' +
    'primary references returning select session_user some symmetric system_user table then to trailing true union unique user using variadic ' +
    'when where window with'
  ).split(' '),
);

/** A name as a person writes it: in quotes where it needs them. */
export function writeName(name: string): string {
  return /^[a-z_][a-z0-9_$]*$/.test(name) && !reserved.has(name) ? name : quoteName(name);
}
