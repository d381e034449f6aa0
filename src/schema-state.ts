/** Something that the schema asks for and the server does not have as production has it. The report names each once. */
export interface SchemaNote {
  /** What it is about: `extension vector`, `role app`, `table metrics`. */
  readonly subject: string;
  /** What became of it and what that means, in one sentence without the subject. */
  readonly message: string;
}

/** An extension that the schema asks for and the server lacks. */
export interface MissingExtension {
  readonly name: string;
  /** Types that stand in for its own, without their schema: they take values, and no operator or function works on them. */
  readonly types: readonly string[];
}

/** What there is to know of a loaded schema beside what the server's catalogue tells. */
export interface SchemaState {
  readonly notes: readonly SchemaNote[];
  readonly missingExtensions: readonly MissingExtension[];
  /**
   * Relations and functions, `schema.name`, or `name` for that name in any schema, that are not there, or not as in production, and why, as what a sentence says of the name: `is a view that needs the
   * extension vector`. A statement that reaches one is not a pass.
   */
  readonly unjudged: Readonly<Record<string, string>>;
}

/** The state of a schema that is there in every part. */
export const wholeSchema: SchemaState = { notes: [], missingExtensions: [], unjudged: {} };

/** What there is to know of a schema that was loaded in two parts. */
export function joinStates(first: SchemaState, second: SchemaState): SchemaState {
  const isNew = (note: SchemaNote): boolean => !first.notes.some(({ subject, message }) => subject === note.subject && message === note.message);
  return {
    notes: [...first.notes, ...second.notes.filter(isNew)],
    missingExtensions: [
      ...first.missingExtensions,
      ...second.missingExtensions.filter(({ name }) => !first.missingExtensions.some((known) => known.name === name)),
    ],
    unjudged: { ...second.unjudged, ...first.unjudged },
  };
}
