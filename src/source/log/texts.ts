import { toSkeleton } from '../../sql/skeleton.ts';
import type { Group } from './group.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { type RecordPiece, toRecordPieces } from './piece.ts';
import { createTextCache } from './text-cache.ts';

/** What is common to texts that differ in constants and comments alone: they are cut into statements alike, and left out alike. */
interface Form {
  /** Of a whole text: its only statement, nobody's query, or several statements. */
  cut: 'one' | 'none' | 'several' | null;
  readonly shapes: Shape[];
}

/** Executions of one form from one place, whose parameters have the same types and are NULL alike. */
export interface Shape {
  readonly place: string;
  readonly pattern: readonly LogValue[];
  /** By their values and the constants of their texts. */
  readonly groups: Map<string, Group>;
  /** All of them, when there are too many. */
  merged: Group | null;
}

/** A statement of a text, what it shares with others, and what is its own. */
export interface TextPiece extends RecordPiece {
  readonly literals: readonly string[];
  readonly shapes: Shape[];
}

/** Texts that are remembered as they are. */
const mostKnown = 5000;

/** Takes texts of records apart, each only once as far as they are alike. */
export function createTexts(): { piecesOf(record: LogRecord): readonly TextPiece[]; shapes(): readonly Shape[] } {
  const known = createTextCache<readonly TextPiece[]>(mostKnown);
  const forms = new Map<string, Form>();

  const formOf = (key: string): Form => {
    const found = forms.get(key);
    if (found !== undefined) return found;
    const form: Form = { cut: null, shapes: [] };
    forms.set(Buffer.from(key).toString(), form);
    return form;
  };

  const read = (record: LogRecord): readonly TextPiece[] => {
    if (record.dialect !== 'dollar' && record.dialect !== 'none') return toRecordPieces(record).map((piece) => toTextPiece(piece, formOf));
    const { key, literals } = toSkeleton(record.sql);
    const form = formOf(key);
    if (form.cut === 'none') return none;
    if (form.cut === 'one') return [{ sql: record.sql, order: null, literals, shapes: form.shapes }];
    const pieces = toRecordPieces(record).map((piece) => toTextPiece(piece, formOf));
    form.cut =
      pieces.length === 0 ? 'none' : pieces.length === 1 && pieces[0]?.shapes === form.shapes && pieces[0].order === null ? 'one' : 'several';
    return pieces;
  };

  return {
    piecesOf(record) {
      const { sql, dialect, params } = record;
      // Without parameters the values stand in the text, and the next one will be another.
      if (params === null) return read(record);
      const key = dialect === 'dollar' ? sql : `${dialect} ${sql}`;
      const found = known.get(key);
      if (found !== undefined) return found;
      const pieces = read(record);
      known.set(key, pieces);
      return pieces;
    },
    shapes: () => [...forms.values()].flatMap((form) => form.shapes),
  };
}

const none: readonly TextPiece[] = [];

function toTextPiece(piece: RecordPiece, formOf: (key: string) => Form): TextPiece {
  const { key, literals } = toSkeleton(piece.sql);
  return { ...piece, literals, shapes: formOf(key).shapes };
}
