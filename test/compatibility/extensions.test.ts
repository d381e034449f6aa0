import { extensions } from './extensions.ts';
import { testSection } from './section.ts';

testSection(extensions);
