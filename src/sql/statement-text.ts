import { type Assignment, findAssignments } from './assignments.ts';
import { type Deletion, findDeletions } from './deletions.ts';
import { applyEdits, type Edit, toOriginal } from './edits.ts';
import { as, moveLocations, type Node, nodesOf, parseStatement } from './parse.ts';
import { findReferences, type TextReference } from './references.ts';
import { readToken, skipBlanks } from './tokens.ts';

/** `utility` is every statement that is none of the others, and text that is not SQL. */
export type StatementKind = 'select' | 'insert' | 'update' | 'delete' | 'merge' | 'utility';

/** What the text of a statement says, before any plan. */
export interface StatementText {
  readonly sql: string;
  /** The same as it may be quoted: of equal length, its literals masked where values are not to be shown. */
  readonly shown: string;
  readonly kind: StatementKind;
  /** Its first word or two, such as `SET` or `CREATE INDEX`. */
  readonly command: string;
  /** What is to be planned, its offsets as in `sql` unless that was edited; `null` for statements that PostgreSQL makes no plan for. */
  readonly planned: string | null;
  /** The tree of what is planned; `null` where the text is not SQL. */
  readonly tree: Node | null;
  readonly references: readonly TextReference[];
  /** The highest number of a `$n`. */
  readonly parameters: number;
  /** Types that a PREPARE declares for its parameters, in order. */
  readonly declared: readonly string[];
  readonly assignments: readonly Assignment[];
  readonly deletions: readonly Deletion[];
}

const kinds = {
  SelectStmt: 'select',
  InsertStmt: 'insert',
  UpdateStmt: 'update',
  DeleteStmt: 'delete',
  MergeStmt: 'merge',
} as const;

/** Reads a statement's text. What is not SQL is left for the server to refuse. With edits it is the edited text that is planned, and every place is one of the text itself. */
export function readStatementText(sql: string, edits: readonly Edit[] = []): StatementText {
  return read(sql, applyEdits(sql, edits), edits);
}

function read(sql: string, edited: string, edits: readonly Edit[]): StatementText {
  const { tree } = parseStatement(edited);
  if (edits.length > 0) moveLocations(tree, (location) => toOriginal(edits, location));
  const text: StatementText = {
    sql,
    shown: sql,
    kind: 'utility',
    command: commandOf(sql),
    planned: null,
    tree,
    references: [],
    parameters: 0,
    declared: [],
    assignments: [],
    deletions: [],
  };
  if (tree === null) return { ...text, planned: edited };
  const inner = cutOut(tree, edited);
  if (inner !== null) return { ...read(edits.length === 0 ? inner : sql, inner, edits), sql, shown: sql, declared: declaredTypes(tree, sql) };
  const kind = (kinds as Readonly<Record<string, StatementKind>>)[Object.keys(tree)[0] ?? ''];
  if (kind === undefined) return text;
  return {
    ...text,
    kind,
    planned: edited,
    references: findReferences(tree),
    parameters: highestParameter(tree),
    assignments: findAssignments(tree, sql),
    deletions: findDeletions(tree, sql),
  };
}

/** PREPARE, DECLARE, CREATE TABLE AS, EXPLAIN and COPY (…) hold a query that is planned in their stead; blanks take the place of what is around it. */
function cutOut(tree: Node, sql: string): string | null {
  if (as(tree, 'PrepareStmt') !== undefined) return blankUntil(sql, afterWord(sql, 'as'));
  if (as(tree, 'DeclareCursorStmt') !== undefined) return blankUntil(sql, afterWord(sql, 'for'));
  if (as(tree, 'CreateTableAsStmt') !== undefined) return blankUntil(sql, afterWord(sql, 'as')).replace(/\swith\s+(?:no\s+)?data\s*$/i, '');
  if (as(tree, 'ExplainStmt') !== undefined) return blankUntil(sql, afterExplain(sql));
  if (as(tree, 'CopyStmt')?.query === undefined) return null;
  const open = opening(sql);
  return blankUntil(sql.slice(0, closing(sql, open)), open + 1);
}

/** `PREPARE p (integer, numeric(10, 2)) AS …`: the texts of the types. */
function declaredTypes(tree: Node, sql: string): readonly string[] {
  const types = as(tree, 'PrepareStmt')?.argtypes ?? [];
  const starts = types.map((type) => as(type, 'TypeName')?.location ?? 0);
  const end = closing(sql, opening(sql));
  return starts.map((start, index) => sql.slice(start, starts[index + 1] ?? end).replace(/[\s,]+$/, ''));
}

function blankUntil(sql: string, start: number): string {
  return sql.slice(0, start).replace(/[^\n]/g, ' ') + sql.slice(start);
}

/** The offset behind a word that stands outside all parentheses. */
function afterWord(sql: string, word: string): number {
  for (let at = 0; at < sql.length; ) {
    const token = readToken(sql, at);
    if (sql.slice(token.start, token.end).toLowerCase() === word) return token.end;
    at = sql[token.start] === '(' ? closing(sql, token.start) + 1 : token.end;
  }
  return 0;
}

function afterExplain(sql: string): number {
  let at = afterWord(sql, 'explain');
  for (;;) {
    const next = skipBlanks(sql, at);
    const token = readToken(sql, next);
    const word = sql.slice(token.start, token.end).toLowerCase();
    if (word === 'analyze' || word === 'analyse' || word === 'verbose') at = token.end;
    else if (word === '(' && !/^(?:\(|(?:select|with|values|table)\b)/i.test(sql.slice(skipBlanks(sql, token.end)))) at = closing(sql, next) + 1;
    else return at;
  }
}

/** The offset of the first parenthesis. */
function opening(sql: string): number {
  let at = skipBlanks(sql, 0);
  while (at < sql.length && sql[at] !== '(') at = skipBlanks(sql, readToken(sql, at).end);
  return at;
}

/** The offset of the parenthesis that closes the one at `open`. */
function closing(sql: string, open: number): number {
  let depth = 0;
  for (let at = open; at < sql.length; ) {
    const token = readToken(sql, at);
    if (sql[token.start] === '(' && token.kind === 'symbol') depth += 1;
    if (sql[token.start] === ')' && token.kind === 'symbol') depth -= 1;
    if (depth === 0) return token.start;
    at = token.end;
  }
  return sql.length;
}

function commandOf(sql: string): string {
  const words = /^\s*(\w+)(?:\s+(?:OR\s+REPLACE\s+)?(\w+))?/i.exec(sql.slice(skipBlanks(sql, 0)));
  const [first = '', second = ''] = [words?.[1]?.toUpperCase(), words?.[2]?.toUpperCase()];
  return /^(?:CREATE|ALTER|DROP|REFRESH)$/.test(first) ? `${first} ${second}`.trim() : first;
}

function highestParameter(tree: Node): number {
  return nodesOf(tree, 'ParamRef').reduce((highest, { number = 0 }) => Math.max(highest, number), 0);
}
