import type { ParameterSource } from '../plan/judgement.ts';
import type { SchemaNote } from '../schema-state.ts';
import type { Position } from '../sql/span.ts';
import type { StatementKind } from '../sql/statement-text.ts';
import type { Binding, KeyBinding, Origin, Verdict } from '../verdict.ts';
import type { Picture } from './explanation.ts';

export type Severity = 'error' | 'warning';
export type Status = 'analysed' | 'inconclusive' | 'skipped' | 'failed';

/** What a run has found. As JSON it is promised to users, its keys with it, until `version` changes. Positions count from 1, columns in UTF-16 units. */
export interface Report {
  readonly version: 1;
  readonly planlint: string;
  readonly server: {
    readonly engine: 'embedded' | 'server';
    /** `ledger@db.example.com`; `null` for the embedded one. */
    readonly database: string | null;
    readonly version: string;
    readonly citus: null;
    readonly settings: Readonly<Record<string, string>>;
  };
  readonly schema: {
    /** Partitioned tables that are no partition of another; with none, no statement can be found at fault. */
    readonly partitioned: number;
    /** What of the schema is not on the server as production has it, each thing once. */
    readonly notes: readonly SchemaNote[];
  };
  /** Where there are several, each with its own server; `server` is that of the first, everything else the sum. */
  readonly projects?: readonly {
    readonly name: string;
    readonly server: Report['server'];
    readonly schema: Report['schema'];
    readonly summary: Report['summary'];
  }[];
  /** Where unchanged files were left out: how many of the files were checked, and what they are held against; `null` for what is staged. */
  readonly changed?: { readonly since: string | null; readonly files: number; readonly of: number };
  readonly summary: {
    readonly files: number;
    readonly statements: number;
    readonly distinct: number;
    readonly analysed: number;
    readonly inconclusive: number;
    readonly skipped: number;
    readonly failed: number;
    readonly errors: number;
    readonly warnings: number;
    readonly suppressed: number;
    /** `analysed / (statements - skipped)`; 1 where nothing was to be analysed. */
    readonly coverage: number;
  };
  /** What is wrong with the baseline that was held against the findings; absent where there is none. */
  readonly baseline?: BaselineReport;
  /** What was read of the logs among the files; `undefined` where there are none. */
  readonly logs?: readonly LogReport[];
  readonly statements: readonly StatementReport[];
  readonly findings: readonly Finding[];
  /** Of statements that findings are about, by their index, where they were asked for; no part of the JSON. */
  readonly pictures?: ReadonlyMap<number, Picture>;
}

/** What was read of a log. */
export interface LogReport {
  readonly path: string;
  /** Of several services in one log, those of all: `PostgreSQL stderr and TypeORM`. */
  readonly format: string;
  readonly lines: number;
  /** Executions that were found, with those of utility statements. */
  readonly records: number;
  /** Lines that belong to no record, such as those of other loggers. */
  readonly strays: number;
}

export interface BaselineReport {
  /** As the user named it. */
  readonly path: string;
  /** Entries that hold nothing, though all that they could hold was judged. */
  readonly stale: readonly BaselineEntry[];
  /** Entries whose day is past: what they held counts again. */
  readonly expired: readonly BaselineEntry[];
}

/** A finding that the team has agreed to live with. `fingerprint` and `path` tell it again; the rest is for people. */
export interface BaselineEntry {
  /** From the folder of the baseline. */
  readonly path: string;
  readonly rule: string;
  readonly table: string | null;
  /** How the statement begins, without its constants where it was captured. */
  readonly statement: string;
  readonly fingerprint: string;
  /** The statement was captured, and stands in no file. */
  readonly captured?: true;
  /** Written by hand, and kept. */
  readonly reason?: string;
  /** The last day that it holds, `2027-01-31`; written by hand, and kept. */
  readonly until?: string;
}

export interface StatementReport {
  /** The name of its project, where there are several. */
  readonly project?: string;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly name: string | null;
  /** It was captured, not read in a file: `sql` has lines and columns of its own, and `line` and `column` say where it was sent from or recorded. */
  readonly captured: boolean;
  readonly kind: StatementKind;
  /** Literals are masked, at equal length, for captured statements unless values are to be shown. */
  readonly sql: string;
  readonly calls: number;
  /** How many of the calls had values that were not looked at: more of them were written down than are judged. */
  readonly unjudgedCalls: number;
  readonly status: Status;
  /** Why it was not analysed; `null` where it was. */
  readonly reason: string | null;
  /** Why a comment lets it stay inconclusive; `null` where none does. */
  readonly accepted: string | null;
  readonly verdict: Verdict | null;
  readonly parameters: ParameterSource;
  /** Whether it was judged on a plan that was made for it, or on the one that was captured with it. */
  readonly plan: 'made' | 'captured';
  readonly tables: readonly TableReport[];
  readonly citus: null;
}

export interface TableReport {
  /** The root, `schema.name`. */
  readonly table: string;
  /** The group or leaf that the statement names instead, `schema.name`. */
  readonly named: string | null;
  readonly alias: string;
  /** In the file for SQL files, in `sql` for captures. */
  readonly line: number | null;
  readonly column: number | null;
  readonly verdict: Verdict;
  readonly keys: readonly {
    readonly column: string;
    readonly binding: Binding;
    readonly origin: Origin | null;
    /** In the file for SQL files, in `sql` for captures. */
    readonly at: Position | null;
    readonly why: string;
    /** What is at fault, of the table in docs/causes.md; `null` where nothing is, or nothing known is. */
    readonly cause: KeyBinding['cause'];
  }[];
  readonly leaves: { readonly planned: number; readonly total: number; readonly byGroup: Readonly<Record<string, number>> };
  readonly pruned: { readonly plan: number; readonly start: number };
  /** How many of the leaves planned were read when the statement ran, from a plan captured with ANALYZE; `null` where that is not known. */
  readonly executed: number | null;
  /** Where the values came from that planlint executed it with, `none` where it has no parameters; `null` where planlint did not execute it. */
  readonly executedWith: ParameterSource | null;
  /** The forced generic plan of the same statement; `null` where none was made. */
  readonly generic: {
    readonly planned: number;
    readonly start: number;
    readonly locked: number;
    readonly byGroup: Readonly<Record<string, number>>;
  } | null;
}

export interface Finding {
  /** The rule's id. */
  readonly rule: string;
  readonly severity: Severity;
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Index into `statements`; -1 where it is about none of them. */
  readonly statement: number;
  /** The root it is about, `schema.name`. */
  readonly table: string | null;
  readonly message: string;
  /** What to write instead. */
  readonly help: string;
  readonly evidence: Evidence;
  readonly fingerprint: string;
  /** What stands for it, so that it does not count; `null` for what counts. */
  readonly suppressed: Suppression | null;
}

/** An annotation in the source, or the baseline, and the reason given. */
export interface Suppression {
  readonly kind: 'ignore' | 'baseline';
  readonly reason: string;
}

/** The facts behind a finding's message. */
export interface Evidence {
  /** Index into the statement's `tables`. */
  readonly reference?: number;
  readonly alias?: string;
  readonly key?: string;
  readonly binding?: Binding;
  readonly leaves?: number;
  readonly groups?: number;
  readonly total?: number;
  /** How many of the leaves were read when the statement ran. */
  readonly executed?: number;
  /** What is read, and why: the two halves of the message. */
  readonly effect?: string;
  readonly cause?: string;
  readonly sqlstate?: string;
  /** The statement rewritten so that the planner reads one leaf of each table; every error about what it reads has the same. */
  readonly fix?: Fix;
  /** The piece of `sql` to look at, in UTF-16 units from 0, the end excluded. */
  readonly span?: readonly [number, number];
}

/** A rewritten statement. It was planned as it stands here, and nothing is wrong with what it reads. */
export interface Fix {
  readonly sql: string;
  /** What is to be changed in the statement's `sql`, in order; offsets in UTF-16 units from 0, the end excluded. */
  readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  /** `same` gives the same rows whatever the data, `narrowed` only where what it assumes is true. */
  readonly kind: 'same' | 'narrowed';
  /** What has to be true beside, each to be read behind "if". */
  readonly assumes: readonly string[];
  /** Columns whose values the caller passes in the new parameters, in the order of their numbers. */
  readonly needs: readonly string[];
  /** The most leaves that one table is read with. */
  readonly leaves: number;
}
