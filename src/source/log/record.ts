import type { LogRecord } from './log-format.ts';
import { findCaller, findName, parseSqlcommenter } from './sqlcommenter.ts';

/** A record, with what a log does not say of it. */
export function toRecord(sql: string, line: number, said: Partial<LogRecord> = {}): LogRecord {
  const tags = parseSqlcommenter(sql);
  const { dialect = 'dollar', params = null, calls = 1, duration = null, plan = null } = said;
  const caller = said.caller ?? findCaller(tags);
  const name = said.name ?? findName(tags);
  return { sql: sql.trim(), dialect, params, line, caller, name, calls, duration, plan };
}

/** Whether a statement has `$1` outside its strings and comments. */
export function hasNumbers(sql: string): boolean {
  return /\$\d/.test(blank(sql));
}

/** How many `?` a statement has outside its strings and comments; a doubled one is an operator. */
export function countQuestions(sql: string): number {
  return blank(sql).replaceAll('??', '').split('?').length - 1;
}

function blank(sql: string): string {
  return sql.replace(/'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|--[^\n]*|\/\*[^*]*(?:\*(?!\/)[^*]*)*\*\//g, "''");
}
