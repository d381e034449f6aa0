/** Matchers for Vitest: `setupFiles: ['planlint/vitest']`. */
import { afterAll, expect } from 'vitest';
import { closePlanlint, planOn, toReadOneLeafPerGroup } from './matcher.ts';
import type { PlannerSettings } from './messages.ts';

expect.extend({ toReadOneLeafPerGroup });
afterAll(closePlanlint);

/** Says what queries are planned on, in place of what the nearest planlint.config.* says. Paths start from the working directory. */
export function setupPlanlint(settings: PlannerSettings): void {
  planOn(settings);
}

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: it has to be declared as Vitest declares it
  interface Matchers<T = any> {
    /** Plans the query, a statement or what a query builder makes one of, and passes where `planlint check` finds no error in it. To be awaited. */
    toReadOneLeafPerGroup(): Promise<void>;
  }
}
