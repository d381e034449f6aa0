import type { Section } from './section.ts';

export const shapes: Section = {
  title: 'Tables and keys',
  intro: '',
  heads: ['Table', 'What happens'],
  rows: [],
};
