/** A length of time as PostgreSQL keeps intervals: how long months are depends on where they begin. */
export interface Period {
  readonly months: number;
  readonly days: number;
  readonly milliseconds: number;
}

/** The range of a key: from one moment to another, on the session's clock in milliseconds since 1970, or so long after one that is not known. */
export type KeySpan =
  | { readonly kind: 'moments'; readonly from: number; readonly to: number }
  | { readonly kind: 'offsets'; readonly from: readonly Period[]; readonly to: readonly Period[] };

/** How long the range of a key is that several partitions are read for. */
export interface KeyPeriod {
  readonly span: KeySpan;
  /** From where the first partition that is read ends to where the last begins: what is between is read whole. */
  readonly inner: { readonly from: number; readonly to: number };
}

const day = 86_400_000;

const units: Readonly<Record<string, Period>> = {
  year: { months: 12, days: 0, milliseconds: 0 },
  mon: { months: 1, days: 0, milliseconds: 0 },
  month: { months: 1, days: 0, milliseconds: 0 },
  week: { months: 0, days: 7, milliseconds: 0 },
  day: { months: 0, days: 1, milliseconds: 0 },
  hour: { months: 0, days: 0, milliseconds: 3_600_000 },
  minute: { months: 0, days: 0, milliseconds: 60_000 },
  second: { months: 0, days: 0, milliseconds: 1000 },
};

const noTime: Period = { months: 0, days: 0, milliseconds: 0 };

/** Reads `12 months`, `1 year 3 days`, or an interval as PostgreSQL prints it: `1 year 2 mons -3 days 04:05:06`. `null` for anything else. */
export function parsePeriod(text: string): Period | null {
  const words = text.trim().split(/\s+/);
  let period = noTime;
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const clock = /^([+-]?)(\d+):(\d{2}):(\d{2}(?:\.\d+)?)$/.exec(word);
    if (clock !== null) {
      const [, sign, hours, minutes, seconds] = clock;
      const length = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000;
      period = plus(period, { ...noTime, milliseconds: sign === '-' ? -length : length });
      continue;
    }
    const unit = Object.hasOwn(units, unitName(words[at + 1])) ? units[unitName(words[at + 1])] : undefined;
    if (!/^[+-]?\d+$/.test(word) || unit === undefined) return null;
    period = plus(period, times(unit, Number(word)));
    at += 1;
  }
  return period;
}

function unitName(word = ''): string {
  return word.toLowerCase().replace(/s$/, '');
}

function plus(one: Period, other: Period): Period {
  return { months: one.months + other.months, days: one.days + other.days, milliseconds: one.milliseconds + other.milliseconds };
}

export function times({ months, days, milliseconds }: Period, factor: number): Period {
  return { months: months * factor, days: days * factor, milliseconds: milliseconds * factor };
}

/** A moment some time later, as PostgreSQL reckons: months first, which end with the month where that is shorter, then days, then the rest. */
export function later(moment: number, { months, days, milliseconds }: Period): number {
  const start = new Date(moment);
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Date.UTC(year, month, Math.min(start.getUTCDate(), last));
  const sinceMidnight = moment - Math.floor(moment / day) * day;
  return midnight + sinceMidnight + days * day + milliseconds;
}

/** Whether a range is no longer than is allowed, wherever it begins, and what is read is no more than that. */
export function isWithin({ span, inner }: KeyPeriod, allowed: Period): boolean {
  return inner.to <= later(inner.from, allowed) && isNoLonger(span, allowed);
}

function isNoLonger(span: KeySpan, allowed: Period): boolean {
  if (span.kind === 'moments') return span.to <= later(span.from, allowed);
  const length = [...span.to, ...span.from.map((period) => times(period, -1))].reduce(plus, noTime);
  // A year that ends on the 29th of February is no longer than one.
  if ([length, allowed].every(({ days, milliseconds }) => days === 0 && milliseconds === 0)) return length.months <= allowed.months;
  // Four years have every month in every length, and every day that it can begin on.
  return starts.every((start) => span.to.reduce(later, start) <= later(span.from.reduce(later, start), allowed));
}

const starts = Array.from({ length: 1461 }, (_, index) => Date.UTC(2024, 0, 1 + index)).flatMap((midnight) => [midnight, midnight + day - 1]);
