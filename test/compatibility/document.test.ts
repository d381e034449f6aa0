import { expect, test } from 'vitest';
import { commands } from './commands.ts';
import { dumps } from './dumps.ts';
import { extensions } from './extensions.ts';
import { machines } from './machines.ts';
import { migrations } from './migrations.ts';
import { renderSection } from './section.ts';
import { servers } from './servers.ts';
import { shapes } from './shapes.ts';

const intro = `# Compatibility

Each line of these tables is a test that did what it says: \`npm test\` runs them all where it can (rows of other accounts need root, those of PgBouncer the program), and \`npm run docs\` writes this page from them.
`;

/** Written anew by `npm run docs`. */
test('docs/compatibility.md is what the tests saw', async () => {
  const sections = [migrations, dumps, extensions, commands, servers, shapes, machines];
  const text = [intro, ...sections.filter(({ rows }) => rows.length > 0).map(renderSection)].join('\n');
  await expect(text).toMatchFileSnapshot('../../docs/compatibility.md');
});
