import type { Section } from './section.ts';

export const servers: Section = {
  title: 'Servers of your own (`--url`)',
  intro: '',
  heads: ['Server', 'What happens'],
  rows: [],
};
