import type { StatementPicture } from '../explanation.ts';
import type { Mark } from '../passage.ts';

/** What to underline in a statement: where each key is bound, and tables of which one is not. */
export function toMarks({ references }: StatementPicture): readonly Mark[] {
  return references.flatMap((reference) => {
    const isOpen = reference.keys.some(({ binding, span }) => binding === 'missing' && span === null);
    const table = reference.span !== null && isOpen ? [toMark(reference.span, 'error')] : [];
    const keys = reference.keys.flatMap(({ span, stage }) => (span === null ? [] : [toMark(span, severities[stage])]));
    return [...table, ...keys];
  });
}

const severities = { named: 'good', plan: 'good', start: 'good', 'run-time': 'warning', nothing: 'error' } as const;

function toMark([start, end]: readonly [number, number], severity: Mark['severity']): Mark {
  return { start, end, severity };
}
