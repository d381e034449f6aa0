import { missingExtensions } from './missing-extensions.ts';
import type { Section } from './section.ts';
import { shippedExtensions } from './shipped-extensions.ts';

export const extensions: Section = {
  title: 'Extensions',
  intro: `Each schema creates the extension, in a version that nobody has, and a table of two leaves with what is usual for the extension. *Judged* means that a
query with the key passes and one without is found; then comes what the report's note says of the extension, and what becomes of a statement that uses it.`,
  heads: ['The schema asks for', 'What happens'],
  rows: [...missingExtensions, ...shippedExtensions],
};
