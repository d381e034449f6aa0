import { as, lastName } from '../../sql/parse.ts';
import { at, type Cause, type Facts, type Situation } from './cause.ts';
import { functionName, pathTo, type Step } from './key-path.ts';
import { isCoalesced, isOptional } from './optional.ts';

type Detector = (way: readonly Step[], situation: Situation) => string | boolean;

/** A cause that the way from a condition down to the key shows; a string is the name that the sentences need. */
function wrap(id: Cause['id'], detect: Detector, sentences: Pick<Cause, 'why' | 'advice'>): Cause {
  return {
    id,
    // With NULL for its parameter an optional filter is no condition at all.
    explains: id === 'optional-filter' ? ['wrapped', 'missing'] : ['wrapped'],
    find(situation) {
      const { mention, written, part } = situation;
      if (mention === null || written === null) return null;
      const way = pathTo(mention, part.name);
      const name = way.length === 0 ? false : detect(way, situation);
      return name === false ? null : at(written, name === true ? '' : name);
    },
    ...sentences,
  };
}

const around = (way: readonly Step[]): Step | undefined => way.at(-2);
const bare = ({ wanted }: Facts): string => `Compare the bare key with values of its own type: ${wanted}.`;

/** Functions are told apart by name, `pg_catalog` aside. */
const called =
  (...names: readonly string[]): Detector =>
  (way) =>
    way.some(({ node }) => names.includes(functionName(as(node, 'FuncCall'))));

const arithmetic: readonly string[] = ['+', '-', '*', '/', '%', '^', '|', '&', '#', '<<', '>>'];

function operatorAround(way: readonly Step[]): string {
  const [outer, step] = [way.slice(0, -2), around(way)];
  return outer.length === 0 ? '' : lastName(as(step?.node, 'A_Expr')?.name);
}

/** A key inside something: from the whole condition's form to what stands directly around the key. */
export const wraps: readonly Cause[] = [
  wrap('optional-filter', isOptional, {
    why: ({ key }) => `${key} stands in an optional filter, \`$n IS NULL OR …\`, whose other arm does not constrain it`,
    advice: ({ wanted }) => `Write one statement with the filter and one without, or always give the value: ${wanted}.`,
  }),
  wrap('or-arm', (way) => as(way[0]?.node, 'BoolExpr')?.boolop === 'OR_EXPR', {
    why: ({ key }) => `${key} stands in an OR whose arms do not all constrain it`,
    advice: ({ key, wanted }) => `Constrain ${key} in every arm of the OR, or beside it: ${wanted}; or write one statement for each arm.`,
  }),
  wrap('row-comparison', (way) => way.some(({ kind }) => kind === 'RowExpr'), {
    why: ({ key }) => `${key} stands in a row comparison, which prunes nothing`,
    advice: ({ wanted }) => `Add a plain condition beside the row comparison: ${wanted}.`,
  }),
  wrap('boolean-test', (way) => way[0]?.kind === 'BooleanTest', {
    why: ({ key }) => `${key} stands in a comparison that IS TRUE or IS FALSE tests, which hides it from partition pruning`,
    advice: ({ wanted }) => `Write the comparison alone: ${wanted}.`,
  }),
  wrap('negation', (way) => as(way[0]?.node, 'BoolExpr')?.boolop === 'NOT_EXPR', {
    why: ({ key }) => `${key} stands in a NOT, which prunes nothing`,
    advice: ({ key, wanted }) => `Say what ${key} is, not what it is not: ${wanted}.`,
  }),
  wrap('distinct-from', (way) => /^AEXPR_(?:NOT_)?DISTINCT$/.test(as(way[0]?.node, 'A_Expr')?.kind ?? ''), {
    why: ({ key }) => `${key} stands in an IS [NOT] DISTINCT FROM, which prunes nothing`,
    advice: ({ wanted }) => `Write \`=\`, and \`IS NULL\` in a statement of its own where nulls are meant: ${wanted}.`,
  }),
  wrap('pattern', (way) => /LIKE|SIMILAR/.test(as(way[0]?.node, 'A_Expr')?.kind ?? '') || /~/.test(lastName(as(way[0]?.node, 'A_Expr')?.name)), {
    why: ({ key }) => `${key} is compared with a pattern, which prunes nothing`,
    advice: bare,
  }),
  wrap('range-operator', (way) => way.length === 2 && ['<@', '@>', '&&'].includes(lastName(as(way[0]?.node, 'A_Expr')?.name)), {
    why: ({ key }) => `${key} is compared with a range by an operator that prunes nothing in this version of PostgreSQL`,
    advice: ({ wanted }) => `Write the two ends of the range: ${wanted}.`,
  }),
  wrap('coalesced-value', (_, situation) => isCoalesced(situation), {
    why: ({ key }) => `${key} is compared with a COALESCE that can yield the row's own value, so that no value is known before the row is read`,
    advice: ({ wanted }) => `Write one statement with the filter and one without, or always give the value: ${wanted}.`,
  }),
  wrap('at-time-zone', called('timezone'), {
    why: ({ key }) => `${key} is moved to a time zone before it is compared, which hides it from partition pruning`,
    advice: ({ wanted }) => `Move the zone to the values and compare the bare key: ${wanted}.`,
  }),
  wrap('date-trunc', called('date_trunc', 'date_bin'), {
    why: ({ key }) => `${key} is truncated before it is compared, which hides it from partition pruning`,
    advice: ({ wanted }) => `Compare the bare key with the two ends of what it is truncated to: ${wanted}.`,
  }),
  wrap('extract', called('extract', 'date_part'), {
    why: ({ key }) => `${key} is taken apart before it is compared, which hides it from partition pruning`,
    advice: ({ wanted }) => `Compare the bare key with the two ends of the period: ${wanted}.`,
  }),
  wrap('to-char', called('to_char'), {
    why: ({ key }) => `${key} is turned into text before it is compared, which hides it from partition pruning`,
    advice: ({ wanted }) => `Compare the bare key with the two ends of the period: ${wanted}.`,
  }),
  wrap('coalesced-key', (way) => way.some(({ kind }) => kind === 'CoalesceExpr'), {
    why: ({ key }) => `${key} stands inside a COALESCE, which hides it from partition pruning`,
    advice: bare,
  }),
  wrap('case', (way) => way.some(({ kind }) => kind === 'CaseExpr'), {
    why: ({ key }) => `${key} stands inside a CASE, which hides it from partition pruning`,
    advice: bare,
  }),
  wrap('concatenation', (way) => operatorAround(way) === '||', {
    why: ({ key }) => `${key} is joined to other text before it is compared, which hides it from partition pruning`,
    advice: bare,
  }),
  wrap('arithmetic', (way) => arithmetic.includes(operatorAround(way)), {
    why: ({ key }) => `${key} is calculated with before it is compared, which hides it from partition pruning`,
    advice: ({ wanted }) => `Calculate on the other side and compare the bare key: ${wanted}.`,
  }),
  wrap('function', (way) => functionName(as(around(way)?.node, 'FuncCall')) || false, {
    why: ({ key, name }) => `${key} stands inside \`${name}()\`, which hides it from partition pruning`,
    advice: bare,
  }),
  wrap('cast', (way) => around(way)?.kind === 'TypeCast' && lastName(as(around(way)?.node, 'TypeCast')?.typeName?.names), {
    why: ({ key, name }) => `${key} is cast to \`${name}\` before it is compared, which hides it from partition pruning`,
    advice: bare,
  }),
];
