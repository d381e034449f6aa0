/** One SQL file of the schema or the seed, or a piece of one. */
export interface SchemaFile {
  /** As the user named it, with forward slashes. */
  readonly path: string;
  /** What of it is to load, each piece where it stands in the file: spaces take the place of what is not. */
  readonly text: string;
  /** Loads in the session of what is before it, as what psql takes in does, and what follows that. */
  readonly continues?: boolean;
  /** The file whose rows the last statement, a `COPY … FROM stdin`, takes. */
  readonly rows?: SchemaFile;
}
