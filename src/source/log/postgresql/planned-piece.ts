import { splitSql } from '../../../sql/split.ts';

/** Where in a text of several statements the plans that were logged with it have come to. */
export interface Progress {
  readonly sql: string;
  next: number;
}

/** The one statement of a text that a plan is of, where the whole text is logged with the plan of each: the next that PostgreSQL plans. */
export function takePlanned(progress: Progress): string {
  const { pieces, fault } = splitSql(progress.sql);
  if (pieces.length < 2 || fault !== null) return progress.sql;
  const planned = pieces.filter(({ sql }) =>
    /^\W*(?:select|insert|update|delete|merge|with|values|table|create\s+(?:\w+\s+)*table|declare|execute)\b/i.test(sql),
  );
  const piece = planned[progress.next % planned.length];
  progress.next += 1;
  return piece?.sql ?? progress.sql;
}
