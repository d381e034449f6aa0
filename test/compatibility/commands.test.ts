import { commands } from './commands.ts';
import { testSection } from './section.ts';

testSection(commands);
