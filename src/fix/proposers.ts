import { askForKey } from './asked.ts';
import { beginAtNext, endAtBorder, endBefore, writeZone } from './borders.ts';
import { copyFromOuterJoin, copyThroughEquality } from './copied.ts';
import { openFence } from './fences.ts';
import { writeInside } from './inside.ts';
import { joinOnKey } from './joined.ts';
import { takeOne } from './listed.ts';
import { requireOptional } from './optional.ts';
import type { Propose } from './proposal.ts';
import { readFirst } from './read-first.ts';
import { unwrapAs } from './unwrapped.ts';

/**
 * Ways to mend a key, in stages: those that keep all rows, those that assume something, those that need another parameter.
 * In each stage the first that applies to a key is taken.
 */
export const proposers: readonly (readonly Propose[])[] = [
  [unwrapAs('same'), openFence, beginAtNext],
  [copyThroughEquality, writeInside('same')],
  [unwrapAs('narrowed'), requireOptional, writeInside('narrowed'), copyFromOuterJoin, joinOnKey, endBefore, writeZone, endAtBorder],
  [readFirst, takeOne, askForKey],
];
