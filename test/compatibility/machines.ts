import { conditions } from '../machines/conditions.ts';
import { killed } from '../machines/kills.ts';
import { parallel } from '../machines/parallel.ts';
import { windowsWay } from '../machines/windows.ts';
import { published } from '../package/rows.ts';
import type { Section } from './section.ts';

export const machines: Section = {
  title: 'Machines',
  intro: 'Linux, on which all of these were tried. Paths are those of the test.',
  heads: ['Where planlint runs', 'What happens'],
  rows: [...conditions, ...parallel, killed, windowsWay, ...published],
};
