/** A command of the user's own that makes the tables, such as the migrator of an ORM. */
export interface SchemaCommand {
  /** As a shell takes it. */
  readonly text: string;
  /** Variables of its environment beside `DATABASE_URL` and `PG*`. `{host}`, `{port}`, `{user}`, `{password}`, `{database}` and `{url}` in a value stand for the server's. */
  readonly env: Readonly<Record<string, string>>;
  /** Files, folders and patterns on whose content alone the outcome depends; without any, the command runs each time. */
  readonly inputs: readonly string[];
  /** Where it runs, absolute; where planlint was started if absent. */
  readonly folder?: string;
}

/** A command, and where it is run. */
export interface PreparedCommand extends SchemaCommand {
  readonly cwd: string;
  /** The environment that planlint was started with. */
  readonly base: Readonly<Record<string, string | undefined>>;
  /** Equal where the outcome is: of the inputs' content, and otherwise of nothing else. */
  readonly key: string;
}

/** The database that a command works on. Not `postgres`, which migrators connect to in order to drop the one they work on, and make it anew. */
export const commandDatabase = 'app';
