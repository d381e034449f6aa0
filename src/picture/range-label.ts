import type { RangeEnd } from '../catalog/catalog.ts';

/** What of a range of one column is said: `2025`, `2020–23`, `2025-01`, `0–999`, `<2020`, `≥2028`. `type` is the column's. */
export function labelRange(from: RangeEnd | undefined, to: RangeEnd | undefined, type: string): string {
  const isOpenBelow = from === undefined || from.kind !== 'value';
  const isOpenAbove = to === undefined || to.kind !== 'value';
  if (isOpenBelow && isOpenAbove) return 'all';
  if (isOpenBelow) return `<${labelValue((to as { text: string }).text)}`;
  if (isOpenAbove) return `≥${labelValue(from.text)}`;
  return (
    labelDates(from.text, to.text) ??
    labelHours(from.text, to.text) ??
    labelIntegers(from.text, to.text, type) ??
    `${labelValue(from.text)}–<${labelValue(to.text)}`
  );
}

/** A moment without what it shares with the beginning of a year, a month or a day. */
export function labelValue(text: string): string {
  const moment = toMoment(text);
  if (moment === null) return text === '' ? "''" : text;
  return moment.clock === '' ? shorten(moment.day) : text.replace(/:00(?=$|[+-])/, '').replace(/\+00$/, '');
}

function shorten(day: string): string {
  return day.replace(/-01-01$/, '').replace(/^(\d{4,}-\d\d)-01$/, '$1');
}

interface Moment {
  /** `2025-01-01` */
  readonly day: string;
  /** Empty at midnight. */
  readonly clock: string;
}

/** Bounds are made at midnight somewhere: of the session's zone, or else of UTC. */
function toMoment(text: string): Moment | null {
  const [, day, clock = '', offset] = /^(\d{4,}-\d\d-\d\d)(?: (\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?([+-]\d\d(?::\d\d)*)?$/.exec(text) ?? [];
  if (day === undefined) return null;
  if (/^[0:]*$/.test(clock)) return { day, clock: '' };
  const utc = offset === undefined ? Number.NaN : Date.parse(`${day}T${clock}${offset.length === 3 ? `${offset}:00` : offset}`);
  return utc % dayMs === 0 ? { day: toDay(utc), clock: '' } : { day, clock };
}

const dayMs = 86_400_000;

function toDay(utc: number): string {
  return new Date(utc).toISOString().slice(0, 10);
}

/** Whole years, months or days: the last one is in the label. */
function labelDates(from: string, to: string): string | null {
  const [first, end] = [toMoment(from), toMoment(to)];
  if (first === null || end === null || first.clock !== '' || end.clock !== '') return null;
  const last = Date.parse(end.day) - dayMs;
  if (Number.isNaN(last) || last < Date.parse(first.day)) return null;
  const isYears = first.day.endsWith('-01-01') && end.day.endsWith('-01-01');
  const isMonths = first.day.endsWith('-01') && end.day.endsWith('-01');
  const length = isYears ? -6 : isMonths ? -3 : undefined;
  return span(first.day.slice(0, length), toDay(last).slice(0, length));
}

/** Hours of one day: `2025-01-01 05:00–06:00`. */
function labelHours(from: string, to: string): string | null {
  const [first, end] = [toMoment(from), toMoment(to)];
  if (first === null || end === null) return null;
  const isMidnight = end.clock === '' && Date.parse(end.day) - Date.parse(first.day) === dayMs;
  if (first.day !== end.day && !isMidnight) return null;
  return `${first.day} ${shortClock(first.clock)}–${isMidnight ? '24:00' : shortClock(end.clock)}`;
}

function shortClock(clock: string): string {
  return clock === '' ? '00:00' : clock.replace(/^(\d\d:\d\d):00$/, '$1');
}

/** `2020–23`, `2025-01–03`: the end without what it shares with the beginning. */
function span(first: string, last: string): string {
  if (first === last) return first;
  const shared = /^\d{4}$/.test(first) ? first.slice(0, 2) : first.slice(0, first.lastIndexOf('-') + 1);
  return `${first}–${last.startsWith(shared) ? last.slice(shared.length) : last}`;
}

const integers = ['smallint', 'integer', 'bigint'];

function labelIntegers(from: string, to: string, type: string): string | null {
  if (!integers.includes(type) || !/^-?\d+$/.test(from) || !/^-?\d+$/.test(to)) return null;
  const last = (BigInt(to) - 1n).toString();
  return from === last ? from : `${from}–${last}`;
}
