/** What the commands that plan have in common: on which server and schema, for whose eyes, and how it is shown. */
export interface PlanningOptions {
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  /** Session settings by name. */
  readonly set: Readonly<Record<string, string>>;
  readonly pgBin?: string;
  readonly pgVersion?: number;
  readonly schemaCommand?: string;
  /** Variables for the schema command, by name, with placeholders. */
  readonly env: Readonly<Record<string, string>>;
  readonly schemaInput: readonly string[];
  /** Plans on this server instead of an embedded one. */
  readonly url?: string;
  readonly onlySchema: readonly string[];
  /** Executes, on a server of planlint's own, statements whose leaves are known at run time only. */
  readonly analyze: boolean;
  /** The same on the server that `--url` names. */
  readonly analyzeOnServer: boolean;
  readonly showValues: boolean;
  /** `undefined` where neither `--color` nor `--no-color` is given. */
  readonly color?: boolean;
}

export const planningDefaults = {
  schema: [],
  seed: [],
  set: {},
  env: {},
  schemaInput: [],
  onlySchema: [],
  analyze: false,
  analyzeOnServer: false,
  showValues: false,
} satisfies Partial<PlanningOptions>;
