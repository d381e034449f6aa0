import { keyTypes } from './key-types.ts';
import type { Section } from './section.ts';
import { tableShapes } from './table-shapes.ts';

export const shapes: Section = {
  title: 'Tables and keys',
  intro:
    'Each table was asked queries that carry their keys and queries that leave them out. For each type of key they come with the value written, with one captured, ' +
    'and with a parameter of which nothing is known; the wrong ones leave the key out, or wrap it in an expression.',
  heads: ['Table', 'What happens'],
  rows: [...tableShapes, ...keyTypes],
};
