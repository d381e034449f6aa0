import { dumps } from './dumps.ts';
import { testSection } from './section.ts';

testSection(dumps);
