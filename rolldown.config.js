import { isAbsolute } from 'node:path';
import { defineConfig } from 'rolldown';

/** The command line as a few files instead of many: opening them is a tenth of a warm run. Packages stay packages. */
export default defineConfig({
  input: 'dist/src/cli/main.js',
  output: { dir: 'dist/cli', format: 'esm', cleanDir: true },
  platform: 'node',
  external: (id) => !id.startsWith('.') && !isAbsolute(id),
});
