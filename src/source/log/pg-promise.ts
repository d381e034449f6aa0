import { type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import { continuesSql } from './continuation.ts';
import { inspect } from './notation/inspect.ts';
import { json } from './notation/json.ts';
import { parseWritten } from './notation/notation.ts';
import { hasNumbers, toRecord } from './record.ts';
import { toParams } from './written.ts';

const time = /^\d\d:\d\d:\d\d (?!\[)/;
const context = /^(?:tx|task)(?:\(([^)]*)\))?: /;
const other = /^(?:connect|disconnect)(?:\(|$)|^(?:tx|task)(?:\([^)]*\))?\/(?:start|end)|^error: /;
const verb =
  /^(?:select|insert|update|delete|with|begin|commit|rollback|savepoint|release|merge|values|set|copy|create|alter|drop|truncate|show|listen|notify|unlisten|explain|call|do|lock|declare|fetch|close|refresh|analyze|vacuum|grant|revoke|discard|reset|table|name="|text="|\(|--|\/\*)/i;
const gap = /^ {9}(params|query|connection): /;

const toText = (line: string) => line.replace(time, '').replace(context, '');
const begins = (line: string) => time.test(line) && (other.test(line.replace(time, '')) || verb.test(toText(line)));

const shape: BlockShape = {
  begins,
  continues({ lines }, line) {
    if (gap.test(line)) return true;
    return (
      !begins(line) &&
      !other.test((lines[0] ?? '').replace(time, '')) &&
      !gap.test(lines.at(-1) ?? '') &&
      continuesSql([toText(lines.join('\n'))], line)
    );
  },
  toRecords({ lines, number }) {
    const [first = ''] = lines;
    if (other.test(first.replace(time, ''))) return [];
    const given = lines.findIndex((line) => /^ {9}params: /.test(line));
    const text = toText((given === -1 ? lines : lines.slice(0, given)).join('\n'));
    const name = context.exec(first.replace(time, ''))?.[1] ?? null;
    const prepared = /^(?:name="([^"]*)"(?:, |$))?(?:text="([\s\S]*?)"(?:, values=([\s\S]*))?)?$/.exec(text);
    if (prepared === null || text.trim() === '') {
      const params = given === -1 ? null : parseWritten(lines.slice(given).join('\n'), json, '         params: '.length);
      if (!hasNumbers(text)) return [toRecord(text, number, { dialect: 'none', name })];
      return [toRecord(text, number, { params: params === null ? null : toParams(params.value), name })];
    }
    const [, statement, sql, values] = prepared;
    // A statement that is prepared already is printed by its name alone.
    if (sql === undefined) return [];
    const list = values === undefined ? null : (parseWritten(values, json) ?? parseWritten(values, inspect));
    return [
      toRecord(sql, number, {
        params: list === null ? (values === undefined && !hasNumbers(sql) ? [] : null) : toParams(list.value),
        name: statement ?? name,
      }),
    ];
  },
};

export const pgPromise = defineFormat('pg-promise', 'pg-promise (pg-monitor)', (stray) => createBlockReader(shape, stray));
