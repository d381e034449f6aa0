import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { hasColour } from '../../src/cli/colour.ts';
import { startProgress } from '../../src/cli/progress.ts';
import { Collector } from './run.ts';

describe('colour', () => {
  const terminal = new Collector(80);
  const pipe = new Collector();
  test.each([
    ['on a terminal', terminal, {}, undefined, true],
    ['in a pipe', pipe, {}, undefined, false],
    ['with NO_COLOR', terminal, { NO_COLOR: '1' }, undefined, false],
    ['with an empty NO_COLOR', terminal, { NO_COLOR: '' }, undefined, true],
    ['on a dumb terminal', terminal, { TERM: 'dumb' }, undefined, false],
    ['with FORCE_COLOR', pipe, { FORCE_COLOR: '1' }, undefined, true],
    ['with FORCE_COLOR against NO_COLOR', pipe, { FORCE_COLOR: '3', NO_COLOR: '1' }, undefined, true],
    ['with FORCE_COLOR=0', terminal, { FORCE_COLOR: '0' }, undefined, false],
    ['with --color against NO_COLOR', pipe, { NO_COLOR: '1' }, true, true],
    ['with --no-color against FORCE_COLOR', terminal, { FORCE_COLOR: '1' }, false, false],
  ])('%s', (_, stream, env, flag, expected) => {
    expect(hasColour(flag, stream, env)).toBe(expected);
  });
});

describe('the progress line', () => {
  test('is written over and is gone at the end', () => {
    const stream = new Collector(20);
    const progress = startProgress(stream, 0);
    progress.show('planlint: 1 of 2,000 statements');
    progress.clear();
    expect(stream.text).toBe('\r\u001b[Kplanlint: 1 of 2,00\r\u001b[K');
  });

  test('appears without news where a step takes long', async () => {
    const stream = new Collector(80);
    const progress = startProgress(stream, 5);
    progress.show('planlint: loading the schema');
    await pause(50);
    progress.clear();
    expect(stream.text).toContain('loading the schema');
  });

  test('does not appear before there is something to say', async () => {
    const stream = new Collector(80);
    const progress = startProgress(stream, 0);
    await pause(50);
    expect(stream.text).toBe('');
    progress.show('planlint: loading the schema');
    expect(stream.text).toContain('loading the schema');
    progress.clear();
  });

  test('is never seen in a short run, or where nobody watches', () => {
    for (const stream of [new Collector(80), new Collector()]) {
      const progress = startProgress(stream, stream.isTTY ? 10_000 : 0);
      progress.show('planlint: 1 of 2 statements');
      progress.clear();
      expect(stream.text).toBe('');
    }
  });
});
