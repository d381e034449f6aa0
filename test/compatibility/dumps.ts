import type { Section } from './section.ts';

export const dumps: Section = {
  title: 'Dumps',
  intro: '',
  heads: ['The dump holds', 'What happens'],
  rows: [],
};
