import type { Section } from './section.ts';

export const extensions: Section = {
  title: 'Extensions',
  intro: '',
  heads: ['The schema asks for', 'What happens'],
  rows: [],
};
