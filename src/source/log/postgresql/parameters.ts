import type { LogValue } from '../log-format.ts';

const unknown: LogValue = { known: false };
const nothing: LogValue = { known: true, text: null, type: null };

/**
 * The values of `$1 = 'it''s', $2 = NULL`, as the server writes them in a DETAIL. A value that log_parameter_max_length cuts ends in three dots
 * inside its quotes; one that lacks its closing quote was cut with the log.
 */
export function parseParameters(text: string, start = 0): readonly LogValue[] {
  const values: LogValue[] = [];
  for (let at = start; text.charCodeAt(at) === 36; ) {
    const equals = text.indexOf(' = ', at);
    if (equals === -1) break;
    const opened = equals + 3;
    if (text.charCodeAt(opened) === 39) {
      let isDoubled = false;
      let close = text.indexOf("'", opened + 1);
      while (close !== -1 && text.charCodeAt(close + 1) === 39) {
        isDoubled = true;
        close = text.indexOf("'", close + 2);
      }
      if (close === -1) {
        values.push(unknown);
        break;
      }
      values.push(toValue(text.slice(opened + 1, close), isDoubled));
      at = close + 3;
    } else {
      values.push(text.startsWith('NULL', opened) ? nothing : unknown);
      const comma = text.indexOf(', $', opened);
      if (comma === -1) break;
      at = comma + 2;
    }
  }
  return values;
}

function toValue(text: string, isDoubled: boolean): LogValue {
  if (text.endsWith('...')) return unknown;
  return { known: true, text: isDoubled ? text.replaceAll("''", "'") : text, type: null };
}
