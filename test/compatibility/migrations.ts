import type { Section } from './section.ts';

export const migrations: Section = {
  title: 'Migration folders',
  intro: '',
  heads: ['Folder', 'What is loaded'],
  rows: [],
};
