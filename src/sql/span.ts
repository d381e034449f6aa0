/** A piece of a text, in UTF-16 units from 0, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A place in a text; both from 1, the column in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** The position of `offset` in `text`. */
export function toPosition(text: string, offset: number): Position {
  let line = 1;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    lineStart = at + 1;
  }
  return { line, column: offset - lineStart + 1 };
}

/** UTF-16 offset of a position that counts code points from 1. */
export function toOffset(text: string, position: number): number {
  let offset = 0;
  let left = position - 1;
  for (const character of text) {
    if (left === 0) break;
    left -= 1;
    offset += character.length;
  }
  return offset;
}
