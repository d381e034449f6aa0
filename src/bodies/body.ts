import { applyEdits, type Edit, toOriginal } from '../sql/edits.ts';
import type { Span } from '../sql/span.ts';
import type { Definition } from './definitions.ts';
import { readLiteral } from './dynamic.ts';
import { type Word, wordsOf } from './words.ts';

/** A piece of a schema's file that holds statements. */
export interface Body {
  readonly definition: Definition;
  /** Where it begins in the file. */
  readonly base: number;
  /** As it stands in the file. */
  readonly raw: string;
  /** What makes `text` of it: a doubled quote is one. */
  readonly quotes: readonly Edit[];
  readonly text: string;
}

/** A piece of a definition that needs no reading. */
export function toBody(definition: Definition, { start, end }: Span, quotes: readonly Edit[] = []): Body {
  const { piece } = definition;
  const raw = piece.sql.slice(start, end);
  return { definition, base: piece.start + start, raw, quotes, text: applyEdits(raw, quotes) };
}

/** The string behind AS, or the one of a DO; `null` where there is none, or one with escapes. */
export function findQuotedBody(definition: Definition): Body | null {
  const { sql } = definition.piece;
  const words = wordsOf(sql);
  const string = words[0]?.word === 'do' ? words.find(({ kind }) => kind === 'string') : findBehindAs(words);
  const literal = string === undefined ? null : readLiteral(sql, string);
  if (literal === null) return null;
  const quotes = literal.edits.map((edit) => ({ start: edit.start - literal.start, end: edit.end - literal.start, text: edit.text }));
  return toBody(definition, literal, quotes);
}

function findBehindAs(words: readonly Word[]): Word | undefined {
  return words.find(({ kind }, index) => kind === 'string' && words[index - 1]?.word === 'as');
}

/** A piece of a body, and edits of it, as they stand in the file. */
export function toRaw({ quotes }: Body, { start, end }: Span, edits: readonly Edit[]): { readonly span: Span; readonly edits: readonly Edit[] } {
  const span = { start: toOriginal(quotes, start), end: toOriginal(quotes, end) };
  const placed = edits.map((edit) => ({ start: toOriginal(quotes, start + edit.start), end: toOriginal(quotes, start + edit.end), text: edit.text }));
  const isFree = (quote: Edit): boolean =>
    quote.start >= span.start && quote.end <= span.end && !placed.some((edit) => quote.start < edit.end && edit.start < quote.end);
  const all = [...placed, ...quotes.filter(isFree)].toSorted((a, b) => a.start - b.start || a.end - b.end);
  return { span, edits: all.map((edit) => ({ start: edit.start - span.start, end: edit.end - span.start, text: edit.text })) };
}
