import { beforeAll, describe, expect, test } from 'vitest';
import { normalise } from '../../src/sql/normalise.ts';
import { as, columnParts, type Fields, lastName, loadParser, type Node, parseStatement, walk } from '../../src/sql/parse.ts';

beforeAll(loadParser);

describe('a text that is not SQL', () => {
  test.each([
    ['SELECT 1 FROM t WHERE a = 1 ‸FROM u', 'syntax error at or near "FROM"'],
    ["SELECT '🐘🐘' ‸'x' FROM FROM", 'syntax error'],
    ['SELECT 1 WHERE x = ?‸', 'syntax error at end of input'],
    ['SELECT 1 WHERE x = ‸:name', 'syntax error at or near ":"'],
    ['SELECT ä, ‸FROM t', 'syntax error at or near "FROM"'],
    ['SELECT (1‸', 'syntax error at end of input'],
  ])('%s', (marked, message) => {
    const { tree, fault } = parseStatement(marked.replace('‸', ''));
    expect(tree).toBeNull();
    expect(fault?.message).toContain(message);
    expect(fault?.offset).toBe(marked.indexOf('‸'));
  });

  test('or holds nothing but a comment', () => {
    expect(parseStatement('-- nothing')).toMatchObject({ tree: null, fault: { offset: 0 } });
  });
});

test('places in the tree are UTF-16 units', () => {
  const sql = "SELECT '🐘', 'é' AS \"ü\", k FROM \"tä\" WHERE j = 'x'";
  const places: string[] = [];
  walk(parseStatement(sql).tree, (kind, fields) => {
    const { location } = fields as { readonly location?: number };
    if (kind === 'ColumnRef' || kind === 'RangeVar') places.push(sql.slice(location, (location ?? 0) + 4));
    return true;
  });
  expect(places).toEqual(['k FR', '"tä"', 'j = ']);
});

test('a walk leaves out what is below a node it is told to', () => {
  const kinds: string[] = [];
  walk(parseStatement('SELECT a + 1, (SELECT b)').tree, (kind) => {
    kinds.push(kind);
    return kind !== 'SubLink';
  });
  expect(kinds).toContain('SubLink');
  expect(kinds.filter((kind) => kind === 'ColumnRef')).toHaveLength(1);
});

test('names come without what qualifies them', () => {
  const [first, second] = targets('SELECT pg_catalog.lower(s.t.k), t.*') as [Node, Node];
  const call = as(first, 'FuncCall');
  expect(lastName(call?.funcname)).toBe('lower');
  expect(columnParts(as(call?.args?.[0], 'ColumnRef') as Fields<'ColumnRef'>)).toEqual(['s', 't', 'k']);
  expect(columnParts(as(second, 'ColumnRef') as Fields<'ColumnRef'>)).toEqual(['t']);
});

describe('two trees are the same', () => {
  test.each([
    ['a=1', '  a  =  1', true],
    ["a = '1'::integer", "a = '1'", true],
    ['a = 1', 'a = 2', false],
    ['a = 1', 'a = $1', false],
    ['a::date = b', 'a = b', false],
    ["date_part('year'::text, (a AT TIME ZONE 'UTC'::text))", "date_part('year', a AT TIME ZONE 'UTC')", true],
    ['lower(a)', 'lower((a)::text)', false],
  ])('%s, %s: %s', (left, right, same) => {
    const [one, other] = [left, right].map((text) => normalise(targets(`SELECT ${text}`)[0]));
    expect(one === other).toBe(same);
  });
});

function targets(sql: string): readonly (Node | undefined)[] {
  return (as(parseStatement(sql).tree as Node, 'SelectStmt')?.targetList ?? []).map((target) => as(target, 'ResTarget')?.val);
}
