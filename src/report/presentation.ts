/** What a report for people needs beside the report. */
export interface Presentation {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
  readonly elapsedMs: number;
  /** What the schema was loaded from: `db/migrations (41 files)`; of no use for a server of the user's. */
  readonly schema: string;
}
