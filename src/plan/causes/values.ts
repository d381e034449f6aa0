import { columnParts, isBareColumn, lastName, type Node, nodesOf } from '../../sql/parse.ts';
import { at, type Cause, type Facts, type Situation } from './cause.ts';
import { type BareComparison, bareComparison, functionName } from './key-path.ts';

type Detector = (comparison: BareComparison, situation: Situation) => string | boolean;

/** A cause that stands on the other side of a comparison whose one side is the bare key. */
function value(id: Cause['id'], detect: Detector, sentences: Pick<Cause, 'why' | 'advice'>): Cause {
  return {
    id,
    explains: ['wrapped'],
    find(situation) {
      const { mention, written, part } = situation;
      const comparison = mention === null ? null : bareComparison(mention, part.name);
      const name = mention === null || comparison === null ? false : detect(comparison, situation);
      return name === false ? null : at(written, name === true ? '' : name);
    },
    ...sentences,
  };
}

const readFirst = ({ wanted }: Facts): string => `Read the value first and pass it as a parameter: ${wanted}.`;
const ownType = ({ key, wanted }: Facts): string => `Give a value of ${key}'s own type, or cast the value to it: ${wanted}.`;

/** The type that the plan converts the key to, which the text need not show. */
function convertedTo({ part, level, reader }: Situation): string | null {
  const [scan] = level.scans;
  const casts = scan === undefined ? [] : nodesOf(reader.conjunctsOf(scan), 'TypeCast');
  const types = casts.filter(({ arg }) => isBareColumn(arg, part.name)).map(({ typeName }) => lastName(typeName?.names));
  return types.find((type) => type !== part.relabelled) ?? null;
}

const spoken: Readonly<Record<string, string>> = { float8: 'double precision', float4: 'real' };

function volatileIn(tree: Node, { catalog }: Situation): string | false {
  const called = nodesOf(tree, 'FuncCall', 'SubLink').map(functionName);
  return called.findLast((name) => catalog.volatileFunctions.has(name)) ?? false;
}

function hasSubselect(tree: Node): boolean {
  return nodesOf(tree, 'SubLink').length > 0;
}

function isOwnColumn(tree: Node, { mention, planned }: Situation): boolean {
  const own = mention?.qualifier ?? planned.attribution.alias;
  return nodesOf(tree, 'ColumnRef', 'SubLink')
    .map(columnParts)
    .some((parts) => parts.length === 1 || (parts.length > 1 && parts.at(-2) === own));
}

function isName(tree: Node): boolean {
  const isNaming = nodesOf(tree, 'SQLValueFunction', 'SubLink').some(({ op }) => /_USER|SCHEMA|CATALOG|ROLE/.test(String(op)));
  return isNaming || nodesOf(tree, 'TypeCast', 'SubLink').some(({ typeName }) => lastName(typeName?.names) === 'name');
}

/** A bare key that is compared with something that prunes nothing. */
export const values: readonly Cause[] = [
  value('hash-range', (_, { level }) => level.key.strategy === 'hash', {
    why: ({ key }) => `${key} is hashed, so that nothing but an equality or a list of values leaves anything out`,
    advice: ({ wanted }) => `Compare ${wanted}, with each value in a statement of its own.`,
  }),
  value('collation', ({ operator }) => nodesOf({ A_Expr: operator }, 'CollateClause', 'SubLink').length > 0, {
    why: ({ key }) => `${key} is compared under a collation that is not the key's, which prunes nothing`,
    advice: ({ wanted }) => `Leave the COLLATE out, or name the key's own: ${wanted}.`,
  }),
  value('any-of-subselect', ({ operator, value: other }) => /^AEXPR_OP_A(?:NY|LL)$/.test(operator.kind ?? '') && hasSubselect(other), {
    why: ({ key }) => `${key} is compared with an array that a sub-select makes, which prunes nothing`,
    advice: ({ key }) => `Read the values first and pass them for ${key}, one statement for each partition or as \`IN ($1, $2)\`.`,
  }),
  value('any-of-function', ({ operator }) => /^AEXPR_OP_A(?:NY|LL)$/.test(operator.kind ?? ''), {
    why: ({ key }) => `${key} is compared with an array that is made while the query runs or of another type, which prunes nothing`,
    advice: ({ key }) => `Pass the values of ${key} one by one, as \`IN ($1, $2)\`.`,
  }),
  value('value-of-each-row', ({ value: other }) => hasSubselect(other), {
    why: ({ key }) => `${key} is compared with a sub-select that is run for each row, so that no value is known before the row is read`,
    advice: readFirst,
  }),
  value('volatile-value', ({ value: other }, situation) => volatileIn(other, situation), {
    why: ({ key, name }) => `${key} is compared with \`${name}()\`, which is volatile and computed anew for each row`,
    advice: ({ wanted }) => `Pass the value as a parameter: ${wanted}.`,
  }),
  value('own-column', ({ value: other }, situation) => isOwnColumn(other, situation), {
    why: ({ key }) => `${key} is compared with another column of the same row, so that no value is known before the row is read`,
    advice: ({ wanted }) => `Add a condition with a known value: ${wanted}.`,
  }),
  value('name-value', ({ value: other }) => isName(other), {
    why: ({ key }) => `${key} is compared with a \`name\`, whose operators prune no key of another type`,
    advice: ({ wanted }) => `Cast the value to the key's type, and its collation with it, or pass it as a parameter: ${wanted}.`,
  }),
  value(
    'numeric-value',
    (_, situation) =>
      /int|serial/.test(situation.part.type) && /^(?:numeric|float[48])$/.test(convertedTo(situation) ?? '') && (convertedTo(situation) ?? false),
    {
      why: ({ key, name }) => `${key} is an integer and is compared with a \`${spoken[name] ?? name}\`, for which it is converted in every row`,
      advice: ({ wanted }) => `Give an integer, or cast the value to one: ${wanted}.`,
    },
  ),
  value('other-type', (_, situation) => convertedTo(situation) ?? false, {
    why: ({ key, name }) => `${key} is converted to \`${spoken[name] ?? name}\` in every row, since the value is of that type`,
    advice: ownType,
  }),
];
