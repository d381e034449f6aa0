import type { Section } from './section.ts';

export const commands: Section = {
  title: 'Schema commands',
  intro: '',
  heads: ['Migrator', 'What happens'],
  rows: [],
};
