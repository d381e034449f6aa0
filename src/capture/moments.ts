const dayInMicroseconds = 86_400_000_000n;

/** Of 2000-01-01 in the calendar that begins on 0000-03-01. */
const epoch = 730_425;

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

/** A date that is so many days after 2000-01-01, in PostgreSQL's text form. */
export function toDate(days: number): string {
  const { date, era } = toDay(days);
  return `${date}${era}`;
}

/** A moment that is so many microseconds after 2000-01-01 00:00, with the zone behind it. */
export function toTimestamp(microseconds: bigint, zone: string): string {
  const ofDay = ((microseconds % dayInMicroseconds) + dayInMicroseconds) % dayInMicroseconds;
  const { date, era } = toDay(Number((microseconds - ofDay) / dayInMicroseconds));
  return `${date} ${toTime(ofDay)}${zone}${era}`;
}

/** A time of day, so many microseconds after midnight. */
export function toTime(microseconds: bigint): string {
  const seconds = Number(microseconds / 1_000_000n);
  const fraction = Number(microseconds % 1_000_000n);
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((part) => pad(part)).join(':');
  return fraction === 0 ? clock : `${clock}.${pad(fraction, 6)}`;
}

/** An offset from UTC in seconds, west being positive. */
export function toZone(west: number): string {
  const east = Math.abs(west);
  return `${west > 0 ? '-' : '+'}${pad(Math.floor(east / 3600))}:${pad(Math.floor(east / 60) % 60)}:${pad(east % 60)}`;
}

/** Counts in eras of 400 years, which all have the same days, and in years that begin in March, so that the leap day is their last. */
function toDay(days: number): { readonly date: string; readonly era: string } {
  const since = days + epoch;
  const era = Math.floor(since / 146_097);
  const ofEra = since - era * 146_097;
  const yearOfEra = Math.floor((ofEra - Math.floor(ofEra / 1460) + Math.floor(ofEra / 36_524) - Math.floor(ofEra / 146_096)) / 365);
  const ofYear = ofEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fromMarch = Math.floor((5 * ofYear + 2) / 153);
  const day = ofYear - Math.floor((153 * fromMarch + 2) / 5) + 1;
  const month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  return { date: `${pad(year > 0 ? year : 1 - year, 4)}-${pad(month)}-${pad(day)}`, era: year > 0 ? '' : ' BC' };
}
