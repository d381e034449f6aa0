import type { LogRecord, LogValue } from './log-format.ts';

/** A value as a logger wrote it in the notation of its language. */
export type Written =
  | { readonly kind: 'text'; readonly text: string; readonly type?: string }
  | { readonly kind: 'bare'; readonly text: string; readonly type?: string }
  | { readonly kind: 'null' }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'list'; readonly items: readonly Written[] }
  | { readonly kind: 'map'; readonly entries: readonly (readonly [key: string, value: Written])[] };

export const hidden: LogValue = { known: false };

/** A value with its text known; a type only where the log has one. */
export function toKnown(text: string | null, type: string | null = null): LogValue {
  return { known: true, text, type };
}

/** The value in PostgreSQL's text form: a list as an array, a map as JSON. */
export function toLogValue(value: Written): LogValue {
  if (hides(value)) return hidden;
  if (value.kind === 'null') return toKnown(null);
  if (value.kind === 'text' || value.kind === 'bare') return toKnown(value.text, value.type ?? null);
  if (value.kind === 'list') return toKnown(toArray(value.items));
  return toKnown(toBytes(value) ?? toJson(value));
}

/** Parameters: by number of a list, by name of a map. */
export function toParams(value: Written): LogRecord['params'] {
  if (value.kind === 'list') return value.items.map(toLogValue);
  if (value.kind === 'map') return Object.fromEntries(value.entries.map(([key, item]) => [key, toLogValue(item)]));
  return null;
}

/** Parameters of a map with numbers from 1, or of a list. */
export function toNumbered(value: Written): readonly LogValue[] | null {
  if (value.kind === 'list') return value.items.map(toLogValue);
  if (value.kind !== 'map') return null;
  const params: LogValue[] = [];
  for (const [key, item] of value.entries) {
    const number = Number(key);
    if (!Number.isInteger(number) || number < 1 || number > 65535) return null;
    params[number - 1] = toLogValue(item);
  }
  return Array.from(params, (param) => param ?? hidden);
}

export function findEntry(value: Written | undefined, name: string): Written | undefined {
  return value?.kind === 'map' ? value.entries.find(([key]) => key === name)?.[1] : undefined;
}

/** The text of a string, of the first of the names that has one. */
export function findText(value: Written | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = findEntry(value, name);
    if (found?.kind === 'text') return found.text;
  }
  return undefined;
}

export function findNumber(value: Written | undefined, name: string): number | null {
  const found = findEntry(value, name);
  const number = found?.kind === 'bare' || found?.kind === 'text' ? Number.parseFloat(found.text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
}

function hides(value: Written): boolean {
  if (value.kind === 'list') return value.items.some(hides);
  if (value.kind === 'map') return value.entries.some(([, item]) => hides(item));
  return value.kind === 'hidden';
}

function toArray(items: readonly Written[]): string {
  return `{${items.map(toElement).join(',')}}`;
}

function toElement(value: Written): string {
  if (value.kind === 'null') return 'NULL';
  if (value.kind === 'list') return toArray(value.items);
  const text = value.kind === 'map' ? toJson(value) : value.kind === 'hidden' ? '' : value.text;
  return /^[^\s{}",\\]+$/.test(text) && !/^null$/i.test(text) ? text : `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function toJson(value: Written): string {
  if (value.kind === 'text') return JSON.stringify(value.text);
  if (value.kind === 'bare') return value.text;
  if (value.kind === 'list') return `[${value.items.map(toJson).join(',')}]`;
  if (value.kind === 'map') return `{${value.entries.map(([key, item]) => `${JSON.stringify(key)}:${toJson(item)}`).join(',')}}`;
  return 'null';
}

/** A Buffer of Node.js, as JSON has it. */
function toBytes(value: Written): string | null {
  const data = findEntry(value, 'data');
  if (findText(value, 'type') !== 'Buffer' || data?.kind !== 'list') return null;
  return `\\x${data.items.map((item) => (item.kind === 'bare' ? Number(item.text) & 255 : 0).toString(16).padStart(2, '0')).join('')}`;
}
