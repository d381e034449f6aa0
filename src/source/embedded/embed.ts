import { editDraft, toDraft, toEdits } from '../../sql/draft.ts';
import { applyEdits, type Edit, spanToOriginal } from '../../sql/edits.ts';
import { findPlaceholders, highestParameter, numberPlaceholders, type PlaceholderStyle } from '../../sql/placeholders.ts';
import type { Embedded, Placeholder } from './embedded.ts';

/** How a text stands in its file. */
export interface Host {
  /** What makes SQL, placeholders and all, of the text in the file. */
  readonly edits: readonly Edit[];
  readonly reserved: string;
  /** What of it is known only when the program runs. */
  readonly dynamic: string | null;
}

const plain: Host = { edits: [], reserved: '', dynamic: null };

/** Reads the placeholders of a text; `usual` is how one is written where the text has none to tell. */
export function embed(text: string, style: PlaceholderStyle, usual: string | null, host: Host = plain): Embedded {
  const sql = applyEdits(text, host.edits);
  const placed = findPlaceholders(sql, style);
  const highest = highestParameter(sql);
  const { edits, values } = numberPlaceholders(placed, highest + 1);
  const written = values.map(({ name, at }): Placeholder => {
    const { start, end } = spanToOriginal(host.edits, at);
    return { name, text: text.slice(start, end) };
  });
  const numbered = Array.from({ length: highest }, (_, index): Placeholder => ({ name: `$${index + 1}`, text: `$${index + 1}` }));
  const draft = editDraft(host.edits.length === 0 ? toDraft(text) : editDraft(toDraft(text), host.edits), edits);
  return {
    edits: toSeparateEdits(text, host.edits, { sql, edits }) ?? toEdits(draft, text),
    placeholders: [...numbered, ...written],
    newPlaceholder: toForm(written[0]?.text ?? (highest > 0 ? '$1' : null), usual),
    reserved: host.reserved + (style.doubled !== undefined && written.length > 0 ? style.doubled : ''),
    dynamic: host.dynamic ?? placed.find(({ unknown }) => unknown !== null)?.unknown ?? null,
  };
}

/** The edits of both kinds side by side, where none reaches into another; `null` where one does. */
function toSeparateEdits(
  text: string,
  host: readonly Edit[],
  { edits }: { readonly sql: string; readonly edits: readonly Edit[] },
): readonly Edit[] | null {
  if (host.length === 0) return edits;
  const own = edits.map(({ text: fresh, ...span }) => ({ ...spanToOriginal(host, span), text: fresh }));
  const overlaps = own.some((edit) => host.some(({ start, end }) => start < edit.end && edit.start < end));
  return overlaps || text === '' ? null : [...host, ...own].sort((a, b) => a.start - b.start || a.end - b.end);
}

const forms: readonly (readonly [pattern: RegExp, form: string])[] = [
  [/^\$1$/, '$n'],
  [/^\?$/, '?'],
  [/^%s$/, '%s'],
  [/^%\(/, '%(name)s'],
  [/^:[A-Za-z_]/, ':name'],
  [/^@|^sqlc/i, '@name'],
  [/^#\{/, '#{name}'],
];

/** How a placeholder beside this one is written. */
function toForm(first: string | null, usual: string | null): string | null {
  if (first === null) return usual;
  return forms.find(([pattern]) => pattern.test(first))?.[1] ?? null;
}
