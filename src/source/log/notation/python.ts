import type { Written } from '../written.ts';
import { unescapeText } from './escapes.ts';
import type { Notation } from './notation.ts';

const string = /'[^'\\]*(?:\\.[^'\\]*)*'|"[^"\\]*(?:\\.[^"\\]*)*"/;
const cut = / \.\.\. \(\d+ characters truncated\) \.\.\. /;
const inner = String.raw`((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)`;

/** What Python's `repr` prints, with what SQLAlchemy leaves out of it. */
export const python: Notation = {
  scalars: [
    [new RegExp(`[bB](${string.source})`, 'y'), ([, text = '']) => ({ kind: 'text', text: toBytes(unescapeText(text.slice(1, -1))), type: 'bytea' })],
    [
      new RegExp(`[uU]?(${string.source})`, 'y'),
      ([, text = '']) => (cut.test(text) ? { kind: 'hidden' } : { kind: 'text', text: unescapeText(text.slice(1, -1)) }),
    ],
    [/(?:uuid\.)?UUID\('([^']*)'\)/y, ([, text = '']) => ({ kind: 'text', text, type: 'uuid' })],
    [/(?:decimal\.)?Decimal\('([^']*)'\)/y, ([, text = '']) => ({ kind: 'bare', text, type: 'numeric' })],
    [new RegExp(`datetime\\.datetime\\(${inner}\\)`, 'y'), ([, given = '']) => toDateTime(given)],
    [/datetime\.date\((\d+), (\d+), (\d+)\)/y, ([, ...parts]) => ({ kind: 'text', text: toDate(parts), type: 'date' })],
    [new RegExp(`datetime\\.time\\(${inner}\\)`, 'y'), ([, given = '']) => toTimeOfDay(given)],
    [/datetime\.timedelta\(([^()]*)\)/y, ([, given = '']) => ({ kind: 'text', text: toInterval(given), type: 'interval' })],
    [/(?:None)\b/y, () => ({ kind: 'null' })],
    [/(?:True|False)\b/y, ([text]) => ({ kind: 'bare', text: text.toLowerCase() })],
    [/-?\d+(?:\.\d*)?(?:e[+-]?\d+)?\b|-?(?:inf|nan)\b/y, ([text]) => ({ kind: 'bare', text })],
    [new RegExp(`[A-Za-z_][\\w.]*\\(${inner}\\)`, 'y'), () => ({ kind: 'hidden' })],
    [/<[^<>]*>/y, ([text]) => toEnum(text)],
  ],
  lists: { '[': ']', '(': ')' },
  maps: { '{': '}' },
  arrow: /\s*:/y,
  gap: /\.\.\. (?:displaying \d+ of )?(\d+) (?:parameters truncated|total bound parameter sets) \.\.\./y,
};

function toDateTime(given: string): Written {
  const [year = '', month = '', day = '', ...time] = numbersOf(given);
  const zone = toZone(given);
  if (zone === null) return { kind: 'hidden' };
  return { kind: 'text', text: `${toDate([year, month, day])} ${toTime(time)}${zone}`, type: zone === '' ? 'timestamp' : 'timestamptz' };
}

function toTimeOfDay(given: string): Written {
  const zone = toZone(given);
  return zone === null ? { kind: 'hidden' } : { kind: 'text', text: `${toTime(numbersOf(given))}${zone}`, type: zone === '' ? 'time' : 'timetz' };
}

/** The numbers in front of `tzinfo` and `fold`. */
function numbersOf(given: string): readonly string[] {
  return given.split(/,\s*(?=[a-z])/)[0]?.match(/\d+/g) ?? [];
}

/** The zone as PostgreSQL writes it; empty without one, `null` where it is not known. */
function toZone(given: string): string | null {
  const zone = /tzinfo=(.*)$/s.exec(given)?.[1];
  if (zone === undefined) return '';
  const name = /(?:key=|ZoneInfo\(|gettz\(|<DstTzInfo |<)'?([A-Z]\w+(?:\/\w+)+)'?/.exec(zone)?.[1];
  if (name !== undefined) return ` ${name}`;
  const delta = /timedelta\(([^()]*)\)/.exec(zone)?.[1];
  const minutes = /offset=(-?\d+)\b|FixedOffset\((-?\d+)\)/.exec(zone);
  const seconds = delta === undefined ? Number(minutes?.[1] ?? minutes?.[2] ?? Number.NaN) * 60 : secondsOf(delta);
  if (Number.isFinite(seconds)) return toOffset(seconds);
  return /\bUTC\b|\butc\b/i.test(zone) ? '+00' : null;
}

function toOffset(seconds: number): string {
  const whole = Math.abs(Math.round(seconds / 60));
  const rest = whole % 60 === 0 ? '' : `:${String(whole % 60).padStart(2, '0')}`;
  return `${seconds < 0 ? '-' : '+'}${String(Math.floor(whole / 60)).padStart(2, '0')}${rest}`;
}

function secondsOf(delta: string): number {
  const part = (name: string, position: number) =>
    Number(new RegExp(`${name}=(-?\\d+)`).exec(delta)?.[1] ?? delta.split(',')[position]?.match(/^\s*-?\d+\s*$/)?.[0] ?? 0);
  return part('days', 0) * 86400 + part('seconds', 1) + part('microseconds', 2) / 1e6;
}

function toInterval(delta: string): string {
  return `${secondsOf(delta)} seconds`;
}

function toDate([year = '', month = '', day = '']: readonly string[]): string {
  return `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function toTime([hour = '0', minute = '0', second = '0', micro = '0']: readonly string[]): string {
  const text = [hour, minute, second].map((part) => part.padStart(2, '0')).join(':');
  return Number(micro) === 0 ? text : `${text}.${micro.padStart(6, '0')}`;
}

function toBytes(text: string): string {
  return `\\x${Array.from(text, (char) => (char.charCodeAt(0) & 255).toString(16).padStart(2, '0')).join('')}`;
}

/** `<Kind.CREDIT: 'credit'>` has its value in it. */
function toEnum(text: string): Written {
  const found = /^<[\w.]+: (?:'([^']*)'|(-?\d+))>$/.exec(text);
  if (found === null) return { kind: 'hidden' };
  return found[1] === undefined ? { kind: 'bare', text: found[2] ?? '' } : { kind: 'text', text: found[1] };
}
