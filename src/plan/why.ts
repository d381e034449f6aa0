import type { Binding, Origin } from '../verdict.ts';

/** One sentence on why a key binds as it does, without the statement's values. */
export function whyBound(key: string, binding: Binding, { origin, isJoin }: { readonly origin: Origin | null; readonly isJoin: boolean }): string {
  const where = origin === null || origin === 'where' ? '' : ` (${places[origin]})`;
  switch (binding) {
    case 'equality':
      return `\`${key}\` equals one value${where}.`;
    case 'list':
      return `\`${key}\` is one of a list of values${where}.`;
    case 'range':
      return `\`${key}\` lies between two known ends${where}.`;
    case 'half-range':
      return `\`${key}\` has one known end only${where}.`;
    case 'exclusion':
      return `\`${key}\` only excludes values${where}.`;
    case 'run-time':
      return `\`${key}\` is compared with a value that is known only while the query runs${where}.`;
    case 'bound':
      return `The relation named holds one value of \`${key}\`.`;
    case 'wrapped':
      return `\`${key}\` stands in an expression, or is compared with a type or collation, that partition pruning cannot see through${where}.`;
    case 'missing':
      return isJoin
        ? `\`${key}\` is only compared with another table's column, and the plan passes no value down.`
        : `\`${key}\` is not constrained.`;
  }
}

const places: Readonly<Record<Exclude<Origin, 'where'>, string>> = {
  join: 'through a join',
  view: 'inside the view',
  policy: 'through a row-level security policy',
  function: 'inside a function',
};
