import type { MissingExtension } from '../schema-state.ts';
import type { SchemaStatement } from './schema-statement.ts';

/** One thing that is not there as in production. Those of one noun and message become one note. */
export interface Remark {
  /** `role`, `extension`, `function`. */
  readonly noun: string;
  readonly name: string;
  /** What became of it and what that means, without the subject. */
  readonly message: string;
}

/** What the report has to say of a change. */
export interface Account {
  readonly remarks?: readonly Remark[];
  readonly missingExtensions?: readonly MissingExtension[];
  /** As in `SchemaState`. */
  readonly unjudged?: Readonly<Record<string, string>>;
}

/** What is done about a statement before it is sent. */
export interface Adaptation extends Account {
  /** Statements that make ready what it needs, to run before it. */
  readonly prepare?: readonly string[];
  /** What is sent in its place, `null` to pass it over. */
  readonly sql?: string | null;
  /** Statements that complete what the text sent in its place did, to run behind it. */
  readonly follow?: readonly string[];
}

/** Looks at every statement in the order they load, before it is sent; `null` where there is nothing to do. May remember what it saw, and never waits for the server. */
export type Adapter = (statement: SchemaStatement) => Adaptation | null;

/** What all adapters together do about a statement: the first that gives a text decides it. */
export function adapt(adapters: readonly Adapter[], statement: SchemaStatement): Adaptation {
  const prepare: string[] = [];
  const accounts: Account[] = [];
  for (const adapter of adapters) {
    const { prepare: steps = [], sql, follow = [], ...account } = adapter(statement) ?? {};
    prepare.push(...steps);
    accounts.push(account);
    if (sql === null) return { sql, ...join(accounts) };
    if (sql !== undefined) return { prepare, sql, follow, ...join(accounts) };
  }
  return { prepare, ...join(accounts) };
}

function join(accounts: readonly Account[]): Required<Account> {
  return {
    remarks: accounts.flatMap(({ remarks = [] }) => remarks),
    missingExtensions: accounts.flatMap(({ missingExtensions = [] }) => missingExtensions),
    unjudged: Object.assign({}, ...accounts.map(({ unjudged = {} }) => unjudged)),
  };
}
