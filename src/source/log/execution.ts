import type { LogValue } from './log-format.ts';

/** One execution: its text, and its values. */
export interface Execution {
  sql: string;
  params: readonly LogValue[];
}

/** Gives an execution texts of its own: a part of a text keeps the whole of it in memory. */
export function detach(execution: Execution): void {
  execution.sql = copy(execution.sql);
  execution.params = execution.params.map((value) => (value.known && value.text !== null ? { ...value, text: copy(value.text) } : value));
}

function copy(text: string): string {
  return Buffer.from(text).toString();
}
