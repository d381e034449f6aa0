import { isatty } from 'node:tty';
import type { PlannerSettings } from './messages.ts';
import { createPlanner, type Planner } from './planner.ts';
import { toPlainQuery } from './query.ts';

/** What a matcher answers, to Vitest and Jest alike. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

let settings: PlannerSettings = {};
let planner: Planner | null = null;

/** Changes what queries are planned on. */
export function planOn(given: PlannerSettings): void {
  settings = given;
  void closePlanlint();
}

/** Ends the server of this test file; the next matcher starts another. */
export async function closePlanlint(): Promise<void> {
  const last = planner;
  planner = null;
  await last?.close();
}

export async function toReadOneLeafPerGroup(this: { readonly isNot?: boolean }, received: unknown): Promise<MatcherResult> {
  const query = toPlainQuery(received);
  planner ??= createPlanner(settings);
  const { pass, text } = await planner.judge({ query, isNot: this.isNot === true, colour: isatty(1) });
  const expected = pass
    ? 'expected the query to be at fault, and it passes'
    : 'expected the query to read one leaf per group, and to name the partition keys';
  return { pass, message: () => `${expected}\n\n${text}` };
}
