/** Which server and schema a command works on. */
export interface TargetOptions {
  readonly schema: readonly string[];
  readonly seed: readonly string[];
  /** Session settings by name. */
  readonly set: Readonly<Record<string, string>>;
  readonly pgBin?: string;
  readonly pgVersion?: number;
  readonly schemaCommand?: string;
  /** Where it runs, absolute; where planlint was started if absent. */
  readonly folder?: string;
  /** Variables for the schema command, by name, with placeholders. */
  readonly env: Readonly<Record<string, string>>;
  readonly schemaInput: readonly string[];
  /** Works on this server instead of an embedded one. */
  readonly url?: string;
}

/** What the commands that plan have in common: for whose eyes, and how it is shown. */
export interface PlanningOptions extends TargetOptions {
  readonly onlySchema: readonly string[];
  /** Executes, on a server of planlint's own, statements whose leaves are known at run time only. */
  readonly analyze: boolean;
  /** The same on the server that `--url` names. */
  readonly analyzeOnServer: boolean;
  readonly showValues: boolean;
  /** `undefined` where neither `--color` nor `--no-color` is given. */
  readonly color?: boolean;
}

export const targetDefaults = {
  schema: [],
  seed: [],
  set: {},
  env: {},
  schemaInput: [],
} satisfies Partial<TargetOptions>;

export const planningDefaults = {
  ...targetDefaults,
  onlySchema: [],
  analyze: false,
  analyzeOnServer: false,
  showValues: false,
} satisfies Partial<PlanningOptions>;
