import { conditions } from '../machines/conditions.ts';
import { killed } from '../machines/kills.ts';
import { parallel } from '../machines/parallel.ts';
import { windowsWay } from '../machines/windows.ts';
import { published } from '../package/rows.ts';
import type { Section } from './section.ts';

export const machines: Section = {
  title: 'Machines',
  intro:
    'Linux, on which all of these were tried; paths are those of the test. Not among the tests of every day, since they fetch so much: pnpm 10, yarn 1 and yarn 4 with either linker, with which planlint works (`PLANLINT_TEST_MANAGERS=1 npx vitest run test/compatibility/machines.test.ts`).',
  heads: ['Where planlint runs', 'What happens'],
  rows: [...conditions, ...parallel, killed, windowsWay, ...published],
};
