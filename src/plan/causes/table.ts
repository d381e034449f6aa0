import { absent } from './absent.ts';
import { borders } from './borders.ts';
import type { Cause } from './cause.ts';
import { fences } from './fences.ts';
import { generics } from './generic.ts';
import { inside } from './inside.ts';
import { joins } from './joins.ts';
import { runTime } from './run-time.ts';
import { values } from './values.ts';
import { wraps } from './wraps.ts';

/** Every cause; of several that fit a key the first is told. */
export const causes: readonly Cause[] = [...fences, ...inside, ...wraps, ...joins, ...values, ...generics, ...runTime, ...borders, ...absent];
