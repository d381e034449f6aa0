import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/errors.ts';
import { parseAnnotations } from '../../src/source/annotations.ts';
import { toPosition } from '../../src/sql/span.ts';
import { splitSql } from '../../src/sql/split.ts';

/** The annotations of a text's last statement. */
function annotate(text: string) {
  const piece = splitSql(text).pieces.at(-1);
  if (piece === undefined) throw new Error('no statement');
  return parseAnnotations(piece, (offset) => ({ path: 'q.sql', ...toPosition(text, offset) }));
}

describe('the name', () => {
  const cases: readonly (readonly [text: string, name: string | null])[] = [
    ['-- name: GetEntries :many\nSELECT 1', 'GetEntries'],
    ['-- name: get-entries\r\nSELECT 1', 'get-entries'],
    ['--name:GetEntries\nSELECT 1', 'GetEntries'],
    ['/* name: GetEntries :one */ SELECT 1', 'GetEntries'],
    ['/* @name GetEntries */\nSELECT 1', 'GetEntries'],
    ['/*\n * @name GetEntries\n * @param ids -> (...)\n */\nSELECT 1', 'GetEntries'],
    ['SELECT /* name: GetEntries */ 1', 'GetEntries'],
    ['-- name: Old :many\n\n-- name: New :many\n-- of accounts\nSELECT 1 -- name: Inside', 'New'],
    ['SELECT 0; -- name: First\nSELECT 1', null],
    ['-- name: Überweisung größer :many\nSELECT 1', 'Überweisung größer'],
    ['-- name: entries: by day, (all) :execrows  \r\nSELECT 1', 'entries: by day, (all)'],
    ['/* name:   the name of the account */ SELECT 1', 'the name of the account'],
    ['/* @name Größer als  @param ids -> (...) */ SELECT 1', 'Größer als'],
    ['-- name: :many\nSELECT 1', null],
    ['-- name:\nSELECT 1', null],
    ['-- the name: GetEntries\nSELECT 1', null],
    ["SELECT '-- name: GetEntries'", null],
    ['SELECT 1', null],
  ];
  test.each(cases)('%j', (text, name) => expect(annotate(text).name).toBe(name));
});

describe('values', () => {
  const cases: readonly (readonly [text: string, values: Readonly<Record<number, string | null>> | null])[] = [
    ["-- planlint-params: ['d8c4', 3]\nSELECT $1, $2", { 1: 'd8c4', 2: '3' }],
    ['-- planlint-params: {"2": [3, 4]}\r\nSELECT $1, $2', { 2: '{3,4}' }],
    ['SELECT $1 -- planlint-params: [null]\n', { 1: null }],
    ['SELECT $1; -- planlint-params: [1]\n', { 1: '1' }],
    ['/* planlint-params: [1,\n  2] */ SELECT $1', { 1: '1', 2: '2' }],
    ['/*\n * @name A\n * planlint-params: [1,\n *   2]\n */ SELECT $1', { 1: '1', 2: '2' }],
    ['/* planlint-params: [1]\n * for the tests */ SELECT $1', { 1: '1' }],
    ['-- planlint-params: [1]\n-- planlint-params: [2]\nSELECT $1', { 1: '2' }],
    ['-- planlint knows, planlint: too; see planlint-params: below\nSELECT $1', null],
  ];
  test.each(cases)('%j', (text, values) => {
    const { parameters } = annotate(text);
    expect(parameters && Object.fromEntries(parameters.values)).toEqual(values);
    if (parameters !== null) expect(parameters).toMatchObject({ from: 'given', types: new Map() });
  });
});

describe('what is malformed is an error', () => {
  const cases: readonly (readonly [text: string, message: string])[] = [
    ['\n-- planlint-params: [1\nSELECT $1', 'q.sql:2: planlint-params without a list or an object of values'],
    ['-- planlint-params: 3\nSELECT $1', 'q.sql:1: planlint-params without a list or an object of values'],
    ['-- planlint-params [3]\nSELECT $1', 'q.sql:1: planlint-params without a list or an object of values'],
    ['-- planlint-params:\nSELECT $1', 'q.sql:1: planlint-params without a list or an object of values'],
    ['-- planlint-params: {"id": 3}\nSELECT $1', 'q.sql:1: planlint-params without a list or an object of values'],
    ['SELECT $1\n/*\n * planlint-params: [x] */', 'q.sql:3: planlint-params without a list or an object of values'],
    ['-- planlint-param: [3]\nSELECT $1', 'q.sql:1: unknown annotation planlint-param'],
    ['-- planlint-params: [3]\n/* planlint_params [4]\n*/ SELECT $1', 'q.sql:2: unknown annotation planlint_params'],
    ['-- Planlint-Params: [3]\nSELECT $1', 'q.sql:1: unknown annotation Planlint-Params'],
    ['SELECT 1 -- planlint-ingore no-leaf-fanout: once a night', 'q.sql:1: unknown annotation planlint-ingore'],
    ['-- planlint-disable\nSELECT 1', 'q.sql:1: unknown annotation planlint-disable'],
    ['-- @planlint-ignore no-leaf-fanout: old\nSELECT 1', 'q.sql:1: unknown annotation @planlint-ignore'],
    ['-- planlint: ignore no-leaf-fanout\nSELECT 1', 'q.sql:1: unknown annotation planlint: ignore'],
    ['/* planlint-params: [1]\n * planlint ignore all */ SELECT $1', 'q.sql:2: unknown annotation planlint ignore'],
  ];
  test.each(cases)('%j', (text, message) => {
    let thrown: unknown;
    try {
      annotate(text);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(UserError);
    expect(thrown).toMatchObject({ area: 'source', message });
    expect((thrown as UserError).hint).toMatch(/^write .*planlint-(?:params|ignore|set)[^.]*/);
  });
});
