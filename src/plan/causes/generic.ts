import { as, nodesOf } from '../../sql/parse.ts';
import { at, type Cause, type Facts, type Situation } from './cause.ts';
import { bareComparison, pathTo } from './key-path.ts';
import { isCoalesced, isOptional } from './optional.ts';

/** The binding holds for the values that were planned with, and a generic plan, which has none, reads more. */
function generic(id: Cause['id'], detect: (situation: Situation) => boolean, sentences: Pick<Cause, 'why' | 'advice'>): Cause {
  return {
    id,
    explains: ['equality', 'list', 'range', 'half-range'],
    find(situation) {
      const { planned, written, level } = situation;
      // What the values themselves ask for too much is another cause.
      const isLost = planned.generic !== null && planned.generic.planned > planned.leaves.planned && !level.isSpread;
      return isLost && detect(situation) ? at(written) : null;
    },
    ...sentences,
  };
}

const otherwise = 'or set `plan_cache_mode = force_custom_plan`';
const twoStatements = ({ key }: Facts): string =>
  `Write one statement with a plain condition on ${key} and another one for when there is none; ${otherwise}.`;

function isArrayParameter({ mention, part }: Situation): boolean {
  const comparison = mention === null ? null : bareComparison(mention, part.name);
  if (comparison?.operator.kind !== 'AEXPR_OP_ANY' || as(comparison.value, 'A_ArrayExpr') !== undefined) return false;
  return nodesOf(comparison.value, 'ParamRef').length > 0;
}

export const generics: readonly Cause[] = [
  generic('generic-array', isArrayParameter, {
    why: ({ key }) => `${key} is compared with an array parameter, of whose values a generic plan knows nothing, not even when it starts`,
    advice: ({ bareKey }) => `Write the values one by one, \`${bareKey} IN ($1, $2)\`, in place of an array; ${otherwise} where their number varies.`,
  }),
  generic('generic-optional', ({ mention, part }) => mention !== null && isOptional(pathTo(mention, part.name)), {
    why: ({ key }) => `${key} stands in an optional filter, \`$n IS NULL OR …\`, of which a generic plan has to expect both arms`,
    advice: twoStatements,
  }),
  generic('generic-coalesce', (situation) => isCoalesced(situation), {
    why: ({ key }) => `${key} is compared with a COALESCE that can yield the row's own value, which a generic plan has to expect`,
    advice: twoStatements,
  }),
];
