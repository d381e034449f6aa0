import { type Block, type BlockShape, createBlockReader, defineFormat } from './block-reader.ts';
import type { LogRecord, LogValue, Stray } from './log-format.ts';
import { plainSql, toStatementText } from './plain-sql.ts';
import { toRecord } from './record.ts';
import { hidden, toKnown } from './written.ts';

const message = /FE=> (?:Parse|Bind|SimpleQuery|Query)\(/;
/** How the driver's messages end. */
const whole = /(?:",oids=\{[\d,]*\}|>,type=\w+|stmt=\w+,portal=\w+|")\)$/;
const noise = /\borg\.postgresql\.|^(?:FINEST|FINER|FINE): /;
const header = /^(?:[A-Z][a-z]{2} \d|\d{4}-\d\d-\d\d|(?:FINEST|FINER|FINE|INFO|WARNING|SEVERE|TRACE|DEBUG): |\[?\d\d:\d\d:\d\d)/;
/** A value in quotes ends where they do; others have none. */
const value = /\$(\d+)=<(\(?E?'[^']*(?:''[^']*)*'(?:::[\w ".[\]]+)?\)?|[^'>]*)>,type=(\w+)(?=,\$\d+=<|\)$)/g;
/** A value in what `toString` prints. */
const literal = /\(E?'[^']*(?:''[^']*)*'(?:::[\w ]+)?\)|\(NULL\)/;

/** `('it''s')`, `('1'::int4)`, `(NULL)`; before 42.4 without brackets. */
function toValue(text: string, type: string): LogValue {
  const name = type === 'UNSPECIFIED' ? null : type.toLowerCase().replace(/_array$/, '[]');
  const bare = text.replace(/^\(([\s\S]*)\)$/, '$1');
  if (bare === 'NULL' || bare === 'null') return toKnown(null, name);
  if (bare === '?' || /^<|\.\.\.$/.test(bare)) return hidden;
  const quoted = /^(E?)'([^']*(?:''[^']*)*)'(?:::[\w ".[\]]+)?$/.exec(bare);
  if (quoted === null) return toKnown(bare, name);
  const inner = (quoted[2] ?? '').replaceAll("''", "'");
  return toKnown(quoted[1] === 'E' ? inner.replaceAll('\\\\', '\\') : inner, name);
}

function toValues(text: string): readonly LogValue[] {
  const params: LogValue[] = [];
  for (const [, number, given = '', type = ''] of text.matchAll(value)) {
    if (Number(number) < 65536) params[Number(number) - 1] = toValue(given, type);
  }
  return Array.from(params, (param) => param ?? hidden);
}

/** As many as the driver keeps for a few connections. */
const most = 4096;

function createShape(): BlockShape {
  const statements = new Map<string, string>();
  let hasWire = false;
  /** Named statements are parsed once and bound often. */
  const toWireRecords = ({ lines, number }: Block): readonly LogRecord[] => {
    const text = lines.join('\n');
    const [, parsed, sql] = /FE=> Parse\(stmt=([^,]*),query="([\s\S]*)",oids=\{[\d,]*\}\)?$/.exec(text) ?? [];
    if (parsed !== undefined && sql !== undefined) {
      statements.delete(parsed);
      statements.set(parsed, sql);
      const [oldest] = statements.keys();
      if (statements.size > most && oldest !== undefined) statements.delete(oldest);
      return [];
    }
    const simple = /FE=> (?:SimpleQuery|Query)\((?:query=)?"([\s\S]*)"\)$/.exec(text)?.[1];
    if (simple !== undefined) return [toRecord(simple, number, { dialect: 'none' })];
    const [, bound, given = ''] = /FE=> Bind\(stmt=([^,]*),portal=[^,)]*([\s\S]*)$/.exec(text) ?? [];
    const statement = statements.get(bound ?? '');
    return statement === undefined ? [] : [toRecord(statement, number, { params: toValues(given), name: bound === 'null' ? null : (bound ?? null) })];
  };
  return {
    begins: (line) => message.test(line) || plainSql.begins(line),
    isNoise: (line) => noise.test(line),
    continues(block, line) {
      const [first = ''] = block.lines;
      if (!message.test(first)) return !message.test(line) && plainSql.continues(block, line);
      return !header.test(line) && !message.test(line) && !whole.test(block.lines.at(-1) ?? '');
    },
    isWhole: ({ lines }) => message.test(lines[0] ?? '') && whole.test(lines.at(-1) ?? ''),
    toRecords(block, isLast) {
      if (message.test(block.lines[0] ?? '')) {
        hasWire = true;
        return toWireRecords(block);
      }
      const sql = toStatementText(block.lines.join('\n'));
      // What the application prints beside the driver's own log has been seen there.
      if (hasWire || !(literal.test(sql) || !/\$\d|\?/.test(sql)) || (isLast && /\([^)]*$/.test(sql))) return null;
      return [toRecord(sql, block.number, { dialect: 'none' })];
    },
  };
}

const createReader = (stray?: Stray) => createBlockReader(createShape(), stray);
const format = defineFormat('pgjdbc', 'pgjdbc (toString, java.util.logging)', createReader);

export const pgjdbc: typeof format = {
  ...format,
  /** Statements without a value in the form of the driver's may be anything. */
  count: (sample) =>
    sample.some((line) => message.test(line) || (plainSql.begins(line) && literal.test(line) && line.includes("'::")) || /^ .*\('[^']*'::/.test(line))
      ? format.count(sample)
      : 0,
};
