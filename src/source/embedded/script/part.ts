/** A piece of a query, before it is known where it comes to stand. */
export type Part =
  | { readonly kind: 'sql'; readonly text: string }
  /** A value that is sent beside the text; `written` is the expression that gives it. */
  | { readonly kind: 'value'; readonly written: string }
  /** A value, or else SQL of its own; only its place can tell. */
  | { readonly kind: 'unknown'; readonly written: string }
  /** Values that commas separate, of unknown number: two of them stand for all. */
  | { readonly kind: 'values'; readonly written: string }
  /** What is known only when the program runs, as a sentence that names it. */
  | { readonly kind: 'unread'; readonly why: string }
  /** One of several, by a condition's source; what asks for the same takes the same. */
  | { readonly kind: 'choice'; readonly test: string; readonly arms: readonly (readonly Part[])[] }
  /** What depends on the text in front of it. */
  | { readonly kind: 'placed'; readonly place: (before: string) => readonly Part[] };

export function sql(text: string): Part {
  return { kind: 'sql', text };
}

export function value(written: string): Part {
  return { kind: 'value', written };
}

export function unread(why: string): Part {
  return { kind: 'unread', why };
}

/** An identifier in double quotes, its parts joined by dots. */
export function identifier(names: readonly string[]): Part {
  return sql(names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.'));
}

/** Parts with others in between. */
export function joined(lists: readonly (readonly Part[])[], separator: readonly Part[]): readonly Part[] {
  return lists.flatMap((parts, index) => (index === 0 ? parts : [...separator, ...parts]));
}

/** Parts that come any number of times, as two stand for all. */
export function repeated(parts: readonly Part[], separator: readonly Part[]): readonly Part[] {
  return [...parts, ...separator, ...parts];
}
