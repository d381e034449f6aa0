/** One SQL file of the schema or the seed. */
export interface SchemaFile {
  /** As the user named it, with forward slashes. */
  readonly path: string;
  /** What of it is to load, each piece where it stands in the file: spaces take the place of what is not. */
  readonly text: string;
}
