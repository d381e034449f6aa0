import type { Cause, Found, Situation } from './cause.ts';
import { type Crossed, crossedQueries } from './crossed.ts';
import { findComputed, findDistinctOn, findExcept, findLimit, findLocking, findOffset, findVolatile, findWindow } from './fence-pieces.ts';

type Detector = (query: Crossed, situation: Situation) => Found | null;

/** A cause that lies in a query between the table and the filter on its key. */
function fence(id: Cause['id'], detect: Detector, why: Cause['why'], advice: Cause['advice']): Cause {
  return {
    id,
    explains: ['missing'],
    find(situation) {
      for (const query of crossedQueries(situation)) {
        const found = detect(query, situation);
        if (found !== null) return found;
      }
      return null;
    },
    why,
    advice,
  };
}

const inside: Cause['advice'] = ({ key, wanted }) => `Write the condition on ${key} inside, where the table is read: ${wanted}.`;
const stops =
  (what: string): Cause['why'] =>
  ({ key, piece }) =>
    `${piece} is ${what}, so that the filter on ${key} outside does not enter it`;

export const fences: readonly Cause[] = [
  fence(
    'materialized-cte',
    ({ cte }) => (cte?.isMaterialized === true ? { span: cte.span, name: cte.name } : null),
    ({ key, name }) => `\`${name}\` is MATERIALIZED, so that the filter on ${key} outside does not enter it`,
    ({ key, wanted }) => `Write the condition on ${key} inside the CTE: ${wanted}; or leave MATERIALIZED out.`,
  ),
  fence(
    'recursive-cte',
    ({ cte }) => (cte?.isRecursive === true ? { span: cte.span, name: cte.name } : null),
    ({ key, name }) => `\`${name}\` is recursive, so that the filter on ${key} outside does not enter it`,
    inside,
  ),
  fence(
    'cte-used-twice',
    ({ cte }) => (cte !== null && cte.uses > 1 && !cte.isInlined ? { span: cte.span, name: cte.name } : null),
    ({ key, name }) => `\`${name}\` is used more than once and so computed once as a whole: the filter on ${key} outside does not enter it`,
    ({ key, wanted }) => `Write the condition on ${key} inside the CTE: ${wanted}; or declare it NOT MATERIALIZED.`,
  ),
  fence('offset-inside', findOffset, stops('inside the sub-select'), inside),
  fence('limit-inside', findLimit, stops('inside the sub-select'), inside),
  fence('distinct-on-inside', findDistinctOn, stops('inside the sub-select'), inside),
  fence(
    'window-inside',
    findWindow,
    ({ key, piece }) => `${piece} is computed over all rows first, so that the filter on ${key} outside does not enter`,
    inside,
  ),
  fence('except-inside', findExcept, stops('inside the sub-select'), inside),
  fence(
    'volatile-inside',
    findVolatile,
    ({ key, name }) => `\`${name}()\` is volatile, so that its CTE is computed as a whole and the filter on ${key} outside does not enter it`,
    inside,
  ),
  fence(
    'locking-cte',
    findLocking,
    ({ key, name }) => `\`${name}\` locks the rows it reads and so is computed as a whole: the filter on ${key} outside does not enter it`,
    inside,
  ),
  fence(
    'aggregate-inside',
    (query, situation) => ((query.select.groupClause ?? []).length > 0 ? findComputed(query, situation) : null),
    ({ key, piece }) => `${piece} is computed from all rows first, so that the filter on ${key} outside leaves none out`,
    inside,
  ),
  {
    ...fence(
      'computed-inside',
      findComputed,
      ({ key, piece }) => `${key} is ${piece} where it is compared, which hides the key from partition pruning`,
      inside,
    ),
    explains: ['wrapped'],
  },
];
