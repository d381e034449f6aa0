import { qualify } from '../catalog/catalog.ts';
import type { MissingExtension } from '../schema-state.ts';
import type { Named } from '../sql/names.ts';
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

/** `unjudged` for one relation or function; where no schema is written, for that name in any. */
export function unjudge(named: Named, why: string): Readonly<Record<string, string>> {
  return { [qualify(named)]: why };
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

/** What all adapters together do about a statement. Each of them sees it; it is passed over where one says so, and else the first text that is given is sent. */
export function adapt(adapters: readonly Adapter[], statement: SchemaStatement): Adaptation {
  const adaptations = adapters.flatMap((adapter) => adapter(statement) ?? []);
  const account = join(adaptations);
  if (adaptations.some(({ sql }) => sql === null)) return { sql: null, ...account };
  const prepare = adaptations.flatMap(({ prepare = [] }) => prepare);
  const changed = adaptations.find(({ sql }) => sql !== undefined);
  return changed === undefined ? { prepare, ...account } : { prepare, sql: changed.sql ?? null, follow: changed.follow ?? [], ...account };
}

function join(accounts: readonly Account[]): Required<Account> {
  return {
    remarks: accounts.flatMap(({ remarks = [] }) => remarks),
    missingExtensions: accounts.flatMap(({ missingExtensions = [] }) => missingExtensions),
    unjudged: Object.assign({}, ...accounts.map(({ unjudged = {} }) => unjudged)),
  };
}
