#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';

const built = new URL('../dist/cli/main.js', import.meta.url);
const oldest = 20;
const newestTried = 24;

if (Number.parseInt(process.versions.node, 10) < oldest) {
  stop(`needs Node.js ${oldest} or newer, this is ${process.version}`, 'install a current Node.js');
} else if (!existsSync(built)) {
  stop('dist/ is missing', 'npm run build makes it');
} else {
  // Optimising all of PostgreSQL's parser takes longer than a run's parsing. Node.js 24 minds the first flag no more, and would wait for it at its end.
  // An unknown flag would print help, hence the limit.
  if (Number.parseInt(process.versions.node, 10) <= newestTried) {
    for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering', '--wasm-lazy-compilation']) setFlagsFromString(flag);
  }
  // As newer versions have it. Node.js 20 would load an HTTP client for pg to find out that this is no Cloudflare worker: a tenth of a run.
  globalThis.navigator ??= { userAgent: `Node.js/${Number.parseInt(process.versions.node, 10)}` };
  const main = await load();
  // The exit code is set rather than the process ended, so that everything written reaches its reader.
  if (main !== null) {
    process.exitCode = await main(process.argv.slice(2), {
      get stdin() {
        return process.stdin;
      },
      stdout: process.stdout,
      stderr: process.stderr,
      cwd: process.cwd(),
      env: process.env,
      now: () => new Date(),
    });
  }
}

async function load() {
  try {
    return (await import(built)).main;
  } catch (error) {
    stop(`cannot start: ${error.message.split('\n')[0]}`, 'install it again; from its sources: npm ci && npm run build');
    return null;
  }
}

function stop(message, hint) {
  process.stderr.write(`planlint: ${message}\nhint: ${hint}\n`);
  process.exitCode = 2;
}
