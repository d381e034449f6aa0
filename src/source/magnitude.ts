/** What a value's text is to other values of its place. */
export type Likeness = 'date' | 'number' | 'text';

/** The magnitude of texts that are neither dates nor numbers. Numbers below it are for telling them apart; they order nothing. */
export const textual = -(2 ** 40);
/** The magnitude that texts share which are not told apart. */
export const unnamed = -(2 ** 50);
/** The least date, of the year 1000. A number as large is taken for one; in comparing it with its like that changes nothing. */
const dates = 1e13;

/** A number that orders a value among its like: a number itself, a date's digits. A fraction of a second is a half. All texts have the same. */
export function magnitudeOf(text: string): number {
  const size = text.charCodeAt(4) === 45 && text.charCodeAt(7) === 45 ? dateOf(text) : numberOf(text);
  return Number.isNaN(size) ? textual : size;
}

export function likenessOf(size: number): Likeness {
  if (size <= textual) return 'text';
  return size >= dates ? 'date' : 'number';
}

/** What is behind the seconds of a date, or behind the day where it has no time: where an offset begins. */
export function offsetStart(text: string): number {
  let at = text.charCodeAt(13) === 58 ? 19 : 10;
  for (let one = text.charCodeAt(at); one === 46 || (one >= 48 && one <= 57); one = text.charCodeAt(at)) at += 1;
  return at;
}

function dateOf(text: string): number {
  const day = pair(text, 0) * 1e12 + pair(text, 2) * 1e10 + pair(text, 5) * 1e8 + pair(text, 8) * 1e6;
  if (text.charCodeAt(13) !== 58) return day;
  const time = pair(text, 11) * 1e4 + pair(text, 14) * 100 + pair(text, 17);
  return day + time + (text.charCodeAt(19) === 46 && hasFraction(text) ? 0.5 : 0);
}

function pair(text: string, at: number): number {
  const [one, two] = [text.charCodeAt(at) - 48, text.charCodeAt(at + 1) - 48];
  return one >= 0 && one <= 9 && two >= 0 && two <= 9 ? one * 10 + two : Number.NaN;
}

function hasFraction(text: string): boolean {
  for (let at = 20; at < text.length; at += 1) {
    const one = text.charCodeAt(at);
    if (one < 48 || one > 57) return false;
    if (one > 48) return true;
  }
  return false;
}

function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9 && at < 15) number = number * 10 + digit;
    else return finiteOf(text);
  }
  return text === '' ? Number.NaN : number;
}

function finiteOf(text: string): number {
  const number = Number(text);
  return Number.isFinite(number) && number > textual ? number : Number.NaN;
}
