import { describe, expect, test } from 'vitest';
import { findFrames } from '../../src/capture/frames.ts';
import { bind, execute, long, message, parse, query, sync } from './wire.ts';

const messages = [parse('SELECT $1'), bind(['a\0b']), execute(), sync, message('d', Buffer.alloc(40, 'S')), query('SELECT 2'), sync];
const stream = Buffer.concat(messages);

function framesOf(pieces: readonly Buffer[], wanted = 'PBEQS'): readonly (readonly [type: string, body: string | undefined])[] {
  const found: (readonly [string, string | undefined])[] = [];
  const read = findFrames(wanted, (type, body) => found.push([type, body?.toString('latin1')]));
  for (const piece of pieces) read(piece);
  return found;
}

const expected = messages.filter((one) => one[0] !== 'd'.charCodeAt(0)).map((one) => [one.toString('latin1', 0, 1), one.toString('latin1', 5)]);

test('a stream in one piece', () => expect(framesOf([stream])).toEqual(expected));

test('a stream in two pieces, cut at every byte', () => {
  for (let at = 0; at <= stream.length; at += 1) expect(framesOf([stream.subarray(0, at), stream.subarray(at)])).toEqual(expected);
});

test('a stream in pieces of every length', () => {
  for (let length = 1; length < stream.length; length += 1) {
    const pieces = Array.from({ length: Math.ceil(stream.length / length) }, (_, index) => stream.subarray(index * length, (index + 1) * length));
    expect(framesOf(pieces)).toEqual(expected);
  }
});

describe('a message that is too long to be kept', () => {
  const size = 17 * 1024 * 1024;
  const header = Buffer.concat([Buffer.from('Q'), long(size + 4)]);

  test('is told of, and so is what comes behind it', () => {
    const piece = Buffer.alloc(1024 * 1024);
    expect(framesOf([header, ...Array.from({ length: 17 }, () => piece), sync])).toEqual([
      ['Q', undefined],
      ['S', ''],
    ]);
  });

  test('is passed over where nobody wants it', () => expect(framesOf([header, Buffer.alloc(size), sync], 'S')).toEqual([['S', '']]));
});

test('what is no message', () => expect(() => framesOf([Buffer.from('Q\0\0\0\x03')])).toThrow(RangeError));
