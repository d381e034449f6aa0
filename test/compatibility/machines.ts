import type { Section } from './section.ts';

export const machines: Section = {
  title: 'Machines',
  intro: '',
  heads: ['Where planlint runs', 'What happens'],
  rows: [],
};
