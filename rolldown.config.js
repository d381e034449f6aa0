import { isAbsolute } from 'node:path';
import { defineConfig } from 'rolldown';

const external = (id) => !id.startsWith('.') && !isAbsolute(id);

/** What a run loads that says what an earlier one found: with all that it needs, one file. */
const unchanged = /dist\/src\/(?:cli\/(?:main|to-projects|check|recall-report|write-reports|schema-name)|report\/pretty)\.js$/;

export default defineConfig([
  /** The command line as a few files instead of many: opening them is a tenth of a warm run. Packages stay packages. */
  {
    input: 'dist/src/cli/main.js',
    output: { dir: 'dist/cli', format: 'esm', cleanDir: true, codeSplitting: { groups: [{ name: 'unchanged', test: unchanged }] } },
    platform: 'node',
    external,
  },
  /** What is loaded into a user's program, whichever way that loads its modules. */
  {
    input: { register: 'dist/src/register/register.js', 'esm-hooks': 'dist/src/register/esm-hooks.js' },
    output: { dir: 'dist/register', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs', cleanDir: true },
    platform: 'node',
    external,
  },
  /** What Jest loads, whose modules are CommonJS. It stands beside the process that it starts. */
  {
    input: { jest: 'dist/src/testing/jest.js', 'rule-tester': 'dist/src/testing/rule-tester.js' },
    output: { dir: 'dist/src/testing', format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
    platform: 'node',
    external,
  },
]);
