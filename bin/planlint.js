#!/usr/bin/env node
import { existsSync } from 'node:fs';

const built = new URL('../dist/src/cli/main.js', import.meta.url);
const oldest = 20;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  stop(`needs Node.js ${oldest} or newer, this is ${process.version}`, 'install a current Node.js');
} else if (!existsSync(built)) {
  stop('dist/ is missing', 'npm run build makes it');
} else {
  const { main } = await import(built);
  // The exit code is set rather than the process ended, so that everything written reaches its reader.
  process.exitCode = await main(process.argv.slice(2), {
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    cwd: process.cwd(),
    env: process.env,
  });
}

function stop(message, hint) {
  process.stderr.write(`planlint: ${message}\nhint: ${hint}\n`);
  process.exitCode = 2;
}
