import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { fromJava } from './java-value.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { countQuestions, toRecord } from './record.ts';
import { findEntry, findNumber, hidden, toNumbered, type Written } from './written.ts';

const head = /\bName:[^,\n]*, (?:Connection:\d+, )?Time:(\d+), Success:(?:True|False)/;
const object = /^.*?(\{"name":.*"query":\s*\[.*)$/;
const tail = /Params:\[[\s\S]*\]\s*$/;

/** One set of values. They are not quoted, so they can be told apart only where there are as many as places. */
function toSet(text: string, places: number): readonly LogValue[] {
  if (text === '' && places === 0) return [];
  if (places === 1) return [fromJava(text.replace(/^1=/, ''))];
  const parts = text.split(',');
  if (parts.length !== places) return Array.from({ length: places }, () => hidden);
  const isNumbered = parts.every((part, index) => part.startsWith(`${index + 1}=`));
  return parts.map((part) => fromJava(isNumbered ? part.slice(part.indexOf('=') + 1) : part));
}

/** Sets in brackets, one behind the other; a value may have brackets itself. */
function splitSets(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/^\(([\s\S]*)\)$/, '$1').split('),(');
}

/** The statements are not escaped either, but their number is given. */
function splitQueries(text: string, size: number): readonly string[] {
  const parts = text.split('","');
  return parts.length === size ? parts : [text];
}

function toRecords(
  queries: readonly string[],
  sets: readonly (readonly LogValue[])[],
  { line, duration }: { readonly line: number; readonly duration: number | null },
) {
  const [only] = queries;
  if (queries.length !== 1 || only === undefined)
    return queries.map((sql, index) => toRecord(sql, line, { dialect: 'question', params: sets[index] ?? null, duration }));
  if (sets.length === 0) return [toRecord(only, line, { dialect: countQuestions(only) === 0 ? 'none' : 'question', duration })];
  return sets.map((params) => toRecord(only, line, { dialect: 'question', params, duration }));
}

function fromObject(value: Written | undefined, line: number): readonly LogRecord[] | null {
  const queries = findEntry(value, 'query');
  const params = findEntry(value, 'params');
  if (queries?.kind !== 'list' || params?.kind !== 'list') return null;
  const texts = queries.items.flatMap((item) => (item.kind === 'text' ? [item.text] : []));
  const sets = params.items.flatMap((set) => [toNumbered(set)?.map((one) => (one.known && one.text !== null ? fromJava(one.text) : one)) ?? []]);
  return toRecords(texts, sets, { line, duration: findNumber(value, 'time') });
}

const shape: BlockShape = {
  begins: (line) => head.test(line) || object.test(line),
  continues: ({ lines }, line) => lines.length < 200 && !head.test(line) && !object.test(line) && !tail.test(lines.join('\n')),
  isWhole: ({ lines }) => object.test(lines[0] ?? '') || (/\]\s*$/.test(lines.at(-1) ?? '') && tail.test(lines.join('\n'))),
  toRecords({ lines, number }) {
    const text = lines.join('\n');
    const found = object.exec(text)?.[1];
    if (found !== undefined) return fromObject(parseWritten(found, json)?.value, number);
    const [, given = '', values = ''] = /Query:\["([\s\S]*)"\],?\s*Params:\[([\s\S]*)\]\s*$/.exec(text) ?? [];
    if (given === '') return null;
    const queries = splitQueries(given, Number(/QuerySize:(\d+)/.exec(text)?.[1] ?? 1));
    const sets = splitSets(values).map((set, index) => toSet(set, countQuestions(queries[queries.length === 1 ? 0 : index] ?? '')));
    return toRecords(queries, sets, { line: number, duration: Number(head.exec(text)?.[1]) });
  },
};

export const datasourceProxy = defineFormat('datasource-proxy', 'datasource-proxy', (stray) => createBlockReader(shape, stray));
