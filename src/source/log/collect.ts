import { createRoom, noteCell, type Room } from './cells.ts';
import { detach, type Execution } from './execution.ts';
import { createGroup, type Group, mergeGroups, notePlan, type Seen } from './group.ts';
import type { LogRecord, LogValue } from './log-format.ts';
import type { Valued } from './measure.ts';
import { valuesOf } from './piece.ts';
import { createTexts, type Shape } from './texts.ts';

/** So many executions that differ in their values are statements of their own; where there are more they are one. */
const mostValues = 8;
/** Executions between two times that what is kept of them is detached from the log. */
const batch = 5000;

/** Takes the records of a log of any length, and keeps of each statement its first execution, how often it was run, and those executions whose values are unlike. */
export function createCollector(): { add(record: LogRecord): void; groups(): readonly Group[] } {
  const texts = createTexts();
  const room = createRoom();
  let fresh: Execution[] = [];
  let added = 0;
  let ordinal = 0;
  return {
    add(record) {
      const { params } = record;
      const place = placeOf(record);
      for (const piece of texts.piecesOf(record)) {
        const met: Valued = { sql: piece.sql, values: valuesOf(piece, params), literals: piece.literals, calls: record.calls };
        const shape = findShape(piece.shapes, place, met.values);
        ordinal += 1;
        const group = findGroup(shape, met, { record, ordinal }, room);
        group.calls += record.calls;
        if (record.plan !== null) notePlan(group, record.plan);
        const kept = group.cells === null ? null : noteCell(group.cells, met, group.highest, room);
        if (kept !== null) fresh.push(kept);
      }
      added += 1;
      if (added % batch > 0) return;
      for (const execution of fresh) detach(execution);
      fresh = [];
    },
    /** In the order of their lines. */
    groups() {
      const groups = texts.shapes().flatMap(({ groups: own, merged }) => (merged === null ? [...own.values()] : [merged]));
      return groups.toSorted((a, b) => a.line - b.line || a.ordinal - b.ordinal);
    },
  };
}

/** What tells statements apart beside their texts. */
function placeOf({ caller, name, settings }: LogRecord): string {
  const place = caller === null && name === null ? '' : `${caller?.file}:${caller?.line} ${name}`;
  return settings === undefined ? place : `${place}\0${JSON.stringify(settings)}`;
}

function findShape(shapes: Shape[], place: string, values: readonly LogValue[]): Shape {
  for (const shape of shapes) if (shape.place === place && isAlike(shape.pattern, values)) return shape;
  const shape: Shape = { place, pattern: values.map(withoutText), groups: new Map(), merged: null };
  shapes.push(shape);
  return shape;
}

/** Whether values are known, NULL, and of a type alike: plans differ with these even before they differ with the values. */
function isAlike(pattern: readonly LogValue[], values: readonly LogValue[]): boolean {
  if (pattern.length !== values.length) return false;
  for (let index = 0; index < values.length; index += 1) {
    const [one, other] = [pattern[index] as LogValue, values[index] as LogValue];
    if (one.known !== other.known) return false;
    if (one.known && other.known && ((one.text === null) !== (other.text === null) || one.type !== other.type)) return false;
  }
  return true;
}

function withoutText(value: LogValue): LogValue {
  return value.known && value.text !== null ? { ...value, text: '' } : value;
}

function findGroup(shape: Shape, met: Valued, seen: Seen, room: Room): Group {
  if (shape.merged !== null) return shape.merged;
  const key = keyOf(met);
  const found = shape.groups.get(key);
  if (found !== undefined) return found;
  if (shape.groups.size === mostValues) {
    shape.merged = mergeGroups([...shape.groups.values()], room);
    shape.groups.clear();
    return shape.merged;
  }
  const group = createGroup(met, seen);
  shape.groups.set(Buffer.from(key).toString(), group);
  return group;
}

function keyOf({ values, literals }: Valued): string {
  let key = literals.join('\0');
  for (const value of values) if (value.known) key += `\0${value.text}`;
  return key;
}
