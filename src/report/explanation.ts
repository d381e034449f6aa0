import type { Report, StatementReport, TableReport } from './report.ts';

/** What statements read and why, for eyes. As JSON it is promised to users, its keys with it, until `version` changes. */
export interface Explanation {
  readonly version: 1;
  readonly planlint: string;
  readonly server: Report['server'];
  readonly statements: readonly StatementPicture[];
}

/** A statement as the report has it, with what can be drawn of it. */
export interface StatementPicture extends Omit<StatementReport, 'tables'> {
  /** In the order of the text. */
  readonly references: readonly ReferencePicture[];
  /** The custom plan, the scans of a reference's leaves folded; `null` where none was made. */
  readonly tree: PlanBranch | null;
}

/** What can be drawn of a statement. */
export type Picture = Pick<StatementPicture, 'references' | 'tree'>;

export interface ReferencePicture extends Omit<TableReport, 'keys'> {
  /** As the statement names it: `credit c`, `ledger_entry (through v_entry)`. */
  readonly title: string;
  /** The keys of each level: `LIST account_group × RANGE created_at`. */
  readonly shape: string;
  /** `insert`: rows are routed into it, none is read. */
  readonly role: 'read' | 'insert';
  /** Where the statement's `sql` names it, in UTF-16 units from 0, the end excluded. */
  readonly span: readonly [number, number] | null;
  readonly keys: readonly KeyPicture[];
  readonly grid: Grid;
  /** What the generic plan reads where that is more or less; `null` where it is as much, or there is no such plan. */
  readonly genericGrid: Grid | null;
}

/** When a key takes leaves away: `named` where the statement names a group or a leaf, `nothing` where it takes none. */
export type Stage = 'named' | 'plan' | 'start' | 'run-time' | 'nothing';

export interface KeyPicture extends Readonly<TableReport['keys'][number]> {
  /** The piece of the statement that says so, on one line; `null` where the text does not say it. */
  readonly text: string | null;
  /** That piece in the statement's `sql`, in UTF-16 units from 0, the end excluded. */
  readonly span: readonly [number, number] | null;
  /** The piece of it that is at fault, where it is known. */
  readonly fault: readonly [number, number] | null;
  /** What to write instead; starts with a verb. */
  readonly advice: string | null;
  readonly stage: Stage;
}

/** What becomes of a leaf: read, read or not as the values come while the query runs, taken away at executor start, taken away when planned. */
export type CellState = 'read' | 'run-time' | 'start' | 'pruned';

/** The leaves of the relation that the statement names: the lowest level's ranges, values or remainders are the columns, what is divided so the rows. */
export interface Grid {
  readonly columns: readonly string[];
  readonly rows: readonly GridRow[];
  readonly leaves: number;
}

/** One row, or several in a row that are equal. Its labels are empty where no partition is partitioned again. */
export interface GridRow {
  readonly first: string;
  readonly last: string;
  readonly count: number;
  /** A cell a column; `null` where there is no such leaf. */
  readonly cells: readonly (CellState | null)[];
}

/** A node of the plan, or several that are alike and stand next to each other. */
export interface PlanBranch {
  /** What its parent knows it by: `InitPlan 1`, `CTE recent`. */
  readonly role: string | null;
  /** The node's type, or what it reads. */
  readonly label: string;
  /** How many alike nodes it stands for. */
  readonly times: number;
  /** Distinct leaves; `null` for all but the scans of a partitioned table. */
  readonly leaves: number | null;
  /** The ways in which a relation is read: `Index Scan`; empty where the label says it. */
  readonly scans: readonly string[];
  /** What holds for each of the nodes. */
  readonly conditions: readonly string[];
  /** Leaves that executor start took away. */
  readonly removed: number;
  /** It yields no row, whatever is in the tables. */
  readonly isEmpty: boolean;
  readonly children: readonly PlanBranch[];
}
