import { UserError } from '../errors.ts';
import { isRecord } from '../is-record.ts';
import { suggest } from '../nearest.ts';
import type { BaselineEntry } from '../report/report.ts';
import { isDay } from '../source/parse-directive.ts';

const texts: readonly string[] = ['path', 'rule', 'table', 'statement', 'fingerprint', 'reason', 'until'];
const keys: readonly string[] = [...texts, 'captured'];
const needed: readonly string[] = ['path', 'rule', 'fingerprint'];

/** Reads a baseline. What is none is a UserError that names the entry; entries may be edited by hand. */
export function parseBaseline(file: string, text: string): readonly BaselineEntry[] {
  const refuse = (message: string, hint: string): never => {
    throw new UserError('config', `${file}: ${message}`, { hint });
  };
  let content: unknown;
  try {
    content = JSON.parse(text.replace(/^\ufeff/, ''));
  } catch {
    const isConflict = /^(?:<{7}|={7}|>{7})/m.test(text);
    return refuse(
      isConflict ? 'holds the marks of a merge conflict' : 'is no JSON',
      isConflict ? 'keep the entries of both sides, and run planlint with --prune-baseline' : 'mend it, or write it anew with --update-baseline',
    );
  }
  if (!isRecord(content) || !('version' in content)) return refuse('is no baseline', 'write one with --update-baseline');
  if (content['version'] !== 1)
    return refuse(`has version ${JSON.stringify(content['version'])}`, 'this planlint reads version 1: use the one that wrote it');
  for (const key of Object.keys(content))
    if (key !== 'version' && key !== 'entries') return refuse(`unknown key "${key}"`, suggest(key, ['version', 'entries']));
  const { entries } = content;
  if (!Array.isArray(entries)) return refuse('"entries" is no list', 'write it anew with --update-baseline');
  return entries.map((entry: unknown, index) => {
    const place = `entries[${index}]`;
    if (!isRecord(entry)) return refuse(`${place} is no object`, 'take it out, or write the baseline anew with --update-baseline');
    for (const [key, value] of Object.entries(entry)) {
      if (!keys.includes(key)) return refuse(`unknown key "${key}" in ${place}`, suggest(key, keys));
      if (key === 'captured') {
        if (value !== true) return refuse(`"captured" in ${place} is not true`, 'leave it out where the statement was not captured');
      } else if (typeof value !== 'string' && !(key === 'table' && value === null))
        return refuse(`"${key}" in ${place} is no text`, 'write it in quotes');
    }
    const missing = needed.find((key) => !(key in entry));
    if (missing !== undefined) return refuse(`${place} has no "${missing}"`, 'take the entry out, and write it anew with --update-baseline');
    const { until } = entry;
    if (until !== undefined && !isDay(String(until)))
      return refuse(`"until" in ${place} is "${until}"`, 'write the last day that it holds as year-month-day: 2027-01-31');
    return { table: null, statement: '', ...entry } as unknown as BaselineEntry;
  });
}

/** A baseline as it is written: the same for the same entries, whatever their order, and a few lines for each. */
export function formatBaseline(entries: readonly BaselineEntry[]): string {
  const sorted = entries.map(({ path, rule, table, statement, fingerprint, captured, reason, until }) => ({
    path,
    rule,
    table,
    statement,
    fingerprint,
    ...(captured === undefined ? {} : { captured }),
    ...(reason === undefined ? {} : { reason }),
    ...(until === undefined ? {} : { until }),
  }));
  sorted.sort((a, b) => compare(a.path, b.path) || compare(a.rule, b.rule) || compare(a.fingerprint, b.fingerprint) || compare(a.reason, b.reason));
  return `${JSON.stringify({ version: 1, entries: sorted }, null, 2)}\n`;
}

/** By code unit, as on every machine. */
function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
