import { defineFormat } from './block-reader.ts';
import { createEventReader, type Events } from './events.ts';
import { countQuestions, hasNumbers, toRecord } from './record.ts';
import { findEntry, findText, toNumbered, toParams, type Written } from './written.ts';

const texts = ['sql', 'query', 'statement', 'text', 'db.statement', 'db.query.text'];
const lists = ['values', 'parameters', 'bindings', 'args', 'binds', 'params'];
const holders = ['data', 'context', 'fields', 'payload', 'meta', 'query'];
const verb = /^\s*(?:\/\*[\s\S]*?\*\/\s*|--[^\n]*\n\s*)*(?:select|insert|update|delete|with|merge)\b/i;

/** An object of no library that is known: a statement under a usual name, with or without values. What planlint itself writes is not for here. */
const pick: Events['pick'] = (event, line) => {
  // The server's own are read as such.
  if (findEntry(event, 'error_severity') !== undefined || findEntry(event, 'queryid') !== undefined) return null;
  for (const holder of [event, ...holders.map((name) => findEntry(event, name))]) {
    const sql = findText(holder, ...texts);
    if (sql === undefined || !verb.test(sql)) continue;
    const given = lists.map((name) => findEntry(holder, name)).find((list) => list !== undefined);
    if (findText(holder, 'sql') !== undefined && (given === undefined || (findEntry(holder, 'params') === given && given.kind !== 'text'))) continue;
    return [toRecord(sql, line, toGiven(sql, given))];
  }
  return null;
};

const events: Events = { needs: /\b(?:sql|query|statement|text)\b/, pick };

function toGiven(sql: string, given: Written | undefined) {
  if (hasNumbers(sql)) return { params: given === undefined ? null : (toNumbered(given) ?? toParams(given)) };
  if (countQuestions(sql) > 0 && given?.kind === 'list') return { dialect: 'question', params: toParams(given) } as const;
  if (given?.kind === 'map')
    return { dialect: /%\(\w+\)s/.test(sql) ? 'pyformat' : /@\w/.test(sql) ? 'at' : 'colon', params: toParams(given) } as const;
  return /%s/.test(sql) && given?.kind === 'list' ? ({ dialect: 'format', params: toParams(given) } as const) : ({ dialect: 'none' } as const);
}

export const jsonObject = defineFormat('json', 'objects with a statement, in JSON or as console.log prints them', (stray) =>
  createEventReader(events, stray),
);
