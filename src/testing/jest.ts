/** Matchers for Jest: `setupFilesAfterEnv: ['planlint/jest']`. */
import { afterAll, expect } from '@jest/globals';
import { closePlanlint, planOn, toReadOneLeafPerGroup } from './matcher.ts';
import type { PlannerSettings } from './messages.ts';

expect.extend({ toReadOneLeafPerGroup });
afterAll(closePlanlint);

/** Says what queries are planned on, in place of what the nearest planlint.config.* says. Paths start from the working directory. */
export function setupPlanlint(settings: PlannerSettings): void {
  planOn(settings);
}

interface PlanlintMatchers {
  /** Plans the query, a statement or what a query builder makes one of, and passes where `planlint check` finds no error in it. To be awaited. */
  toReadOneLeafPerGroup(): Promise<void>;
}

declare global {
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: it has to be declared as Jest's types declare it
    interface Matchers<R, T = {}> extends PlanlintMatchers {}
  }
}

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends PlanlintMatchers {}
}
