import { migrations } from './migrations.ts';
import { testSection } from './section.ts';

testSection(migrations);
