import type { Database } from '../../src/database/database.ts';
import { explainStatements } from '../../src/explain.ts';
import type { CellState, Explanation, Grid, PlanBranch, ReferencePicture, StatementPicture } from '../../src/report/explanation.ts';
import type { Statement } from '../../src/source/statement.ts';
import { toStatement } from '../check-sql.ts';

export function explainAll(database: Database, statements: readonly Statement[], showValues = true): Promise<Explanation> {
  return explainStatements(statements, database, { showValues, onProgress: () => {} });
}

/** What can be drawn of one statement. */
export async function explainSql(database: Database, sql: string, given: Partial<Statement> = {}, showValues = true): Promise<StatementPicture> {
  const { statements } = await explainAll(database, [toStatement(sql, given)], showValues);
  if (statements[0] === undefined) throw new Error('no statement in the explanation');
  return statements[0];
}

export async function referenceOf(database: Database, sql: string): Promise<ReferencePicture> {
  const { references } = await explainSql(database, sql);
  if (references[0] === undefined) throw new Error(`no reference in ${sql}`);
  return references[0];
}

const letters: Readonly<Record<CellState, string>> = { read: 'R', 'run-time': '?', start: 's', pruned: '.' };

/** The columns on one line, then the rows: `g01…g07 ..R..`. */
export function outlineGrid({ columns, rows }: Grid): readonly string[] {
  return [
    columns.join(' | '),
    ...rows.map(({ first, last, count, cells }) => {
      const label = count === 1 ? first : `${first}…${last}`;
      return `${label} ${cells.map((cell) => (cell === null ? '-' : letters[cell])).join('')}`.trim();
    }),
  ];
}

/** A plan's nodes, indented: `  credit c: 5 leaves [Index Scan] entry_id = e.id`. */
export function outlinePlan({ role, label, leaves, times, scans, conditions, children }: PlanBranch, depth = 0): readonly string[] {
  const amount = leaves === null ? (times > 1 ? ` × ${times}` : '') : `: ${leaves}`;
  const name = `${'  '.repeat(depth)}${role === null ? '' : `${role}: `}${label}${amount}`;
  const line = [name, scans.length > 0 ? `[${scans.join(', ')}]` : '', conditions.join(', ')].filter((part) => part !== '').join(' ');
  return [line, ...children.flatMap((child) => outlinePlan(child, depth + 1))];
}
