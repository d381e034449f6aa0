import { beforeAll, describe, expect, test } from 'vitest';
import { conditionParser } from '../../src/plan/conditions.ts';
import { type Constraint, constrain } from '../../src/plan/constraint.ts';
import { loadParser } from '../../src/sql/parse.ts';

beforeAll(loadParser);

const key = {
  part: { name: 'k', isExpression: false, type: 'integer', relabelled: null },
  expression: null,
  columns: new Set(['k']),
};

function read(condition: string, alias = 't'): Constraint | null {
  return constrain(conditionParser()(condition, alias), key, new Set(['random']));
}

describe('sub-plans as they are printed', () => {
  const table: readonly (readonly [majors: string, condition: string, constraint: Constraint | null])[] = [
    ['15, 16', '(t.k = $0)', 'run-time'],
    ['15, 16', '((t.k = $1) AND (t.v > $2))', 'run-time'],
    ['17, 18', '(t.k = (InitPlan 1).col1)', 'run-time'],
    ['17, 18', '(t.k = ((InitPlan 2).col1)::integer)', 'run-time'],
    ['17, 18', '((t.k >= (InitPlan 1).col1) AND (t.k < (InitPlan 2).col1))', 'run-time'],
    ['15, 16', '(t.k = (SubPlan 1))', 'wrapped'],
    ['17, 18', '(t.k = (SubPlan 1))', 'wrapped'],
    ['15, 16', '((t.k = 1) AND (hashed SubPlan 1))', 'equality'],
    ['15, 16', '((t.k = 1) AND (NOT (hashed SubPlan 1)))', 'equality'],
    ['17, 18', '((t.k = 1) AND (ANY (t.v = (hashed SubPlan 1).col1)))', 'equality'],
    ['17, 18', '((NOT (ANY (t.v = (hashed SubPlan 1).col1))) AND (t.k = 1))', 'equality'],
    ['17, 18', '((NOT (ANY ((t.v = (hashed SubPlan 1).col1) AND (t.k = (hashed SubPlan 1).col2)))) AND (t.k = 1))', 'equality'],
    ['17, 18', '((ALL (t.v > (SubPlan 1).col1)) AND (t.k = 1))', 'equality'],
    ['15 to 18', '((t.k = 1) AND EXISTS(SubPlan 1))', 'equality'],
    ['15 to 18', '((t.k = 1) OR EXISTS(SubPlan 1))', 'wrapped'],
    ['17, 18', '((t.k = 1) OR (ANY (t.v = (hashed SubPlan 1).col1)))', 'wrapped'],
    ['17, 18', '(NOT (ANY (t.k = (hashed SubPlan 1).col1)))', 'wrapped'],
    ['15, 16', '(NOT (hashed SubPlan 1))', null],
    ['15, 16', '(t.v = ANY ($0))', null],
    ['15, 16', '(t.k = ANY ($0))', 'wrapped'],
    ['17, 18', '(t.k = ANY ((InitPlan 1).col1))', 'wrapped'],
  ];
  test.each(table)('by %s: %s', (_, condition, constraint) => expect(read(condition)).toBe(constraint));
});

describe('one conjunct that is not SQL does not spoil the others', () => {
  test.each([
    '((t.k = 1) AND (something <PRINTED> oddly))',
    "((something (odd >)) AND (t.k = 1) AND (t.v = ' AND (x'))",
    '((t.v = "a AND (b") AND (t.k = 1) AND (a ! b !))',
  ])('%s', (condition) => expect(read(condition)).toBe('equality'));

  test('alone says nothing', () => expect(read('(something <PRINTED> oddly)')).toBeNull());
});

describe('a column is the scan’s own', () => {
  test.each([
    ['(t.k = 1)', 't', 'equality'],
    ['(k = 1)', 't', 'equality'],
    ['(o.k = 1)', 't', null],
    ['(t.k = o.k)', 't', 'run-time'],
    ['(o.k = t.k)', 't', 'run-time'],
    ['(t.k = t.v)', 't', 'wrapped'],
    ['(t_1.k = 1)', 't_1', 'equality'],
    ['(t_1.k = t.k)', 't_1', 'run-time'],
    ['("T x".k = 1)', 'T x', 'equality'],
    ['("T ""x".k = 1)', 'T "x', 'equality'],
    ['("t.k".k = 1)', 't.k', 'equality'],
    ["(('t.k'::text = t.v) AND (t.k = 1))", 't', 'equality'],
    ["(t.v = 't.k = 1'::text)", 't', null],
    ['(at.k = 1)', 't', null],
    ['(a$t.k = 1)', 't', null],
    ['((t.row).k = 1)', 't', null],
  ] as const)('%s, of %s: %s', (condition, alias, constraint) => expect(read(condition, alias)).toBe(constraint));
});

describe('conditions that are printed with casts', () => {
  test.each<readonly [string, Constraint | null]>([
    ["(t.k = ANY ('{1,2}'::integer[]))", 'list'],
    ['(t.k = ANY (ARRAY[1, 2]))', 'list'],
    ["(t.k <> ALL ('{1,2}'::integer[]))", 'exclusion'],
    ["(t.k > '1'::bigint)", 'lower'],
    ['((t.k)::numeric = 1.0)', 'wrapped'],
    ['((t.k >= 1) AND (t.k <= 2))', 'range'],
    ['((t.k IS NULL) OR (t.k = 1))', 'list'],
    ['((t.k)::double precision = random())', 'wrapped'],
    ['(t.k = (random())::integer)', 'wrapped'],
    ["(t.k = (current_setting('a'::text))::integer)", 'equality'],
  ])('%s is %s', (condition, constraint) => expect(read(condition)).toBe(constraint));
});
