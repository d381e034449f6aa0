import { conditions } from '../machines/conditions.ts';
import type { Section } from './section.ts';

export const machines: Section = {
  title: 'Machines',
  intro: 'Linux, on which all of these were tried. Paths are those of the test.',
  heads: ['Where planlint runs', 'What happens'],
  rows: conditions,
};
