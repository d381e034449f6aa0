import { as, columnParts, type Fields, lastName, type Node, walk } from '../../sql/parse.ts';
import type { Cause, Facts, Situation } from './cause.ts';
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
      if (written === null || name === false) return null;
      return { span: written, ...(name === true ? {} : { name }) };
    },
    ...sentences,
  };
}

const readFirst = ({ wanted }: Facts): string => `Read the value first and pass it as a parameter: ${wanted}.`;
const ownType = ({ key, wanted }: Facts): string => `Give a value of ${key}'s own type, or cast the value to it: ${wanted}.`;

/** The type that the plan converts the key to, which the text need not show. */
function convertedTo({ part, level, reader }: Situation): string | null {
  const [scan] = level.scans;
  let found: string | null = null;
  if (scan !== undefined) {
    walk(reader.conjunctsOf(scan), (kind, fields) => {
      const cast = kind === 'TypeCast' ? (fields as Fields<'TypeCast'>) : undefined;
      const column = columnParts(as(cast?.arg, 'ColumnRef') ?? {});
      const type = lastName(cast?.typeName?.names);
      if (column.length === 1 && column[0] === part.name && type !== part.relabelled) found ??= type;
      return true;
    });
  }
  return found;
}

const spoken: Readonly<Record<string, string>> = { float8: 'double precision', float4: 'real' };

function names(tree: Node, test: (kind: string, fields: Readonly<Record<string, unknown>>) => boolean): boolean {
  let found = false;
  walk([tree], (kind, fields) => {
    found ||= test(kind, fields);
    return !found && kind !== 'SubLink';
  });
  return found;
}

function volatileIn(tree: Node, { catalog }: Situation): string | false {
  let name: string | false = false;
  walk([tree], (kind, fields) => {
    const called = kind === 'FuncCall' ? functionName(fields as Fields<'FuncCall'>) : '';
    if (catalog.volatileFunctions.has(called)) name = called;
    return kind !== 'SubLink';
  });
  return name;
}

function hasSubselect(tree: Node): boolean {
  let found = false;
  walk([tree], (kind) => {
    found ||= kind === 'SubLink';
    return !found;
  });
  return found;
}

const isOwnColumn = (tree: Node, { mention, planned }: Situation): boolean =>
  names(tree, (kind, fields) => {
    const parts = kind === 'ColumnRef' ? columnParts(fields as Fields<'ColumnRef'>) : [];
    return parts.length > 0 && (parts.length === 1 || parts.at(-2) === (mention?.qualifier ?? planned.attribution.alias));
  });

/** A bare key that is compared with something that prunes nothing. */
export const values: readonly Cause[] = [
  value('hash-range', (_, { level }) => level.key.strategy === 'hash', {
    why: ({ key }) => `${key} is hashed, so that nothing but an equality or a list of values leaves anything out`,
    advice: ({ wanted }) => `Compare ${wanted}, with each value in a statement of its own.`,
  }),
  value('collation', ({ operator }) => names({ A_Expr: operator }, (kind) => kind === 'CollateClause'), {
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
  value(
    'name-value',
    ({ value: other }) =>
      names(
        other,
        (kind, fields) =>
          (kind === 'SQLValueFunction' && /_USER|SCHEMA|CATALOG|ROLE/.test(String(fields['op']))) ||
          (kind === 'TypeCast' && lastName((fields as Fields<'TypeCast'>).typeName?.names) === 'name'),
      ),
    {
      why: ({ key }) => `${key} is compared with a \`name\`, whose operators prune no key of another type`,
      advice: ({ wanted }) => `Cast the value to the key's type, and its collation with it, or pass it as a parameter: ${wanted}.`,
    },
  ),
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
