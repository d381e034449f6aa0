import { tokensOf } from '../sql/tokens.ts';

/** A variable, argument, or record of a body. */
export interface Variable {
  /** The type as it is declared: `integer`, `account.id%TYPE`, `account%ROWTYPE`, or the name of a table; `record` where the fields are not known, `null` where nothing is. */
  readonly type: string | null;
}

/** The names that can be used where a statement stands. */
export interface Scope {
  /** By name; arguments by their number too, as `$1`. */
  readonly variables: ReadonlyMap<string, Variable>;
  /** Names of the function and of blocks, which may stand in front of a variable's. */
  readonly labels: ReadonlySet<string>;
  /** The table whose columns can be named as such, as in a policy. */
  readonly row: string | null;
}

export const noScope: Scope = { variables: new Map(), labels: new Set(), row: null };

/** A scope inside another, whose variables hide those of the same name. */
export function within(scope: Scope, variables: Iterable<readonly [string, Variable]>, labels: Iterable<string> = []): Scope {
  return { ...scope, variables: new Map([...scope.variables, ...variables]), labels: new Set([...scope.labels, ...labels]) };
}

/** The parts of a written name, as PostgreSQL folds them. */
export function namesIn(text: string): readonly string[] {
  const parts: string[] = [];
  for (const { kind, start, end } of tokensOf(text)) {
    if (kind === 'name') parts.push(text.slice(start, end).toLowerCase());
    if (kind === 'quoted') parts.push(text.slice(start + 1, end - 1).replaceAll('""', '"'));
  }
  return parts;
}
