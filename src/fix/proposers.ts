import { askForKey } from './asked.ts';
import { copyThroughEquality } from './copied.ts';
import type { Propose } from './proposal.ts';

/** Ways to mend a key, in stages: those that keep all rows, those that assume something, those that need another parameter. In each the first that applies is taken. */
export const proposers: readonly (readonly Propose[])[] = [[copyThroughEquality], [], [askForKey]];
