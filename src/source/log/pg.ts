import { defineFormat } from './block-reader.ts';
import { createEventReader, type Events } from './events.ts';
import { toRecord } from './record.ts';
import { findEntry, findNumber, findText, toParams } from './written.ts';

/** What the wrapper prints that pg's own guide shows: an object with the text, perhaps the values, and how long it took. */
const pick: Events['pick'] = (event, line) => {
  const query = findEntry(event, 'query') ?? findEntry(event, 'config') ?? event;
  const holder = query.kind === 'map' ? query : event;
  const sql = findText(holder, 'text');
  const values = findEntry(holder, 'values') ?? findEntry(event, 'values') ?? findEntry(event, 'params');
  const duration = findNumber(event, 'duration') ?? findNumber(event, 'durationMs');
  if (sql === undefined || (values === undefined && duration === null && findEntry(event, 'rows') === undefined)) return null;
  return [toRecord(sql, line, { params: values === undefined ? null : toParams(values), duration, name: findText(holder, 'name') ?? null })];
};

const events: Events = { needs: /\btext\b/, pick };

export const pg = defineFormat('pg', 'objects with text and values, of pg', (stray) => createEventReader(events, stray));
