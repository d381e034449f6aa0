/** Where a line of the server's log says what kind it is: `LOG:  `. */
export interface Level {
  readonly level: string;
  /** Where the level's name begins, behind the line's prefix. */
  readonly start: number;
  /** Where the text begins; a SQLSTATE in front of it is left out. */
  readonly text: number;
}

const levels = new Set([
  ...['LOG', 'ERROR', 'FATAL', 'PANIC', 'WARNING', 'NOTICE', 'INFO', 'DEBUG', 'DEBUG1', 'DEBUG2', 'DEBUG3', 'DEBUG4', 'DEBUG5'],
  ...['DETAIL', 'HINT', 'QUERY', 'CONTEXT', 'STATEMENT', 'LOCATION', 'BACKTRACE'],
]);
const sqlstate = /^[0-9A-Z]{5}$/;

/** Finds the level of a line of which only the prefix is free: a name of capitals, a colon and two blanks; `null` in any other line. */
export function findLevel(line: string): Level | null {
  for (let colon = line.indexOf(':  '); colon !== -1; colon = line.indexOf(':  ', colon + 1)) {
    let start = colon;
    while (start > 0 && isOfName(line.charCodeAt(start - 1))) start -= 1;
    const level = colon - start === 3 && line.startsWith('LOG', start) ? 'LOG' : line.slice(start, colon);
    if (!levels.has(level)) continue;
    const text = colon + 3;
    return { level, start, text: line.startsWith(': ', text + 5) && sqlstate.test(line.slice(text, text + 5)) ? text + 7 : text };
  }
  return null;
}

/** Capitals, and the digit of DEBUG5. */
function isOfName(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 48 && code <= 57);
}
