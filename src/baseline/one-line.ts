import type { StatementReport } from '../report/report.ts';
import { toNormalShape, toNormalText } from '../sql/normal-text.ts';

/** A statement as an entry shows it, all of it: on one line, without the masks of what was captured. */
export function toOneLine({ sql, captured }: Pick<StatementReport, 'sql' | 'captured'>): string {
  return captured ? toNormalShape(sql).replace(/\?(?: ?\?)+/g, '?') : toNormalText(sql);
}
