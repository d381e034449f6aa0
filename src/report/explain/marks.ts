import type { StatementPicture } from '../explanation.ts';
import type { Mark } from '../passage.ts';

/** What to underline in a statement: where each key is bound, or what is at fault where it is not; the table where no piece of the text is. */
export function toMarks({ references }: StatementPicture): readonly Mark[] {
  return references.flatMap(({ keys, span: table }) =>
    keys.flatMap(({ span, fault, stage }) => {
      const severity = severities[stage];
      const place = severity === 'good' ? span : (fault ?? span ?? table);
      return place === null ? [] : [{ start: place[0], end: place[1], severity }];
    }),
  );
}

const severities = { named: 'good', plan: 'good', start: 'good', 'run-time': 'warning', nothing: 'error' } as const;
