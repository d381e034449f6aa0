import type { Arrival, Binding, Origin, Wrap } from '../verdict.ts';

interface Circumstances {
  readonly origin: Origin | null;
  /** The text compares the key with another table's column. */
  readonly isJoin: boolean;
  readonly wrap: Wrap | null;
  readonly arrives: Arrival | null;
}

/** One sentence on why a key binds as it does, without the statement's values. */
export function whyBound(key: string, binding: Binding, { origin, isJoin, wrap, arrives }: Circumstances): string {
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
      return `\`${key}\` is compared with ${describeArrival(arrives)}${where}.`;
    case 'bound':
      return `The relation named holds one value of \`${key}\`.`;
    case 'wrapped':
      return `\`${key}\` ${wraps[wrap ?? 'expression']}${where}.`;
    case 'missing':
      return isJoin
        ? `\`${key}\` is only compared with another table's column, and the plan passes no value down.`
        : `\`${key}\` is not constrained.`;
  }
}

/** Which value it is, and when it is known. */
export function describeArrival(arrives: Arrival | null): string {
  switch (arrives?.kind) {
    case 'init-plan':
      return 'what a sub-select finds, which is known only once that has run';
    case 'outer-row':
      return `\`${arrives.of}\`, which is known only row by row, while the join runs`;
    case 'outer-query':
      return `\`${arrives.of}\` of the query around it, which is known only row by row, while that runs`;
    default:
      return 'a value that is known only while the query runs';
  }
}

const places: Readonly<Record<Exclude<Origin, 'where'>, string>> = {
  join: 'through a join',
  view: 'inside the view',
  policy: 'through a row-level security policy',
  function: 'inside a function',
};

const wraps: Readonly<Record<Wrap, string>> = {
  or: 'stands in an OR whose arms do not all constrain it',
  row: 'stands in a row comparison, which prunes nothing',
  negation: 'stands in a negation, which prunes nothing',
  expression: 'stands inside an expression, which hides it from partition pruning',
  value: 'is compared with what prunes nothing: another type or collation, a volatile function, or a value computed for each row',
};
