import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Row } from '../compatibility/section.ts';
import { install } from './installed.ts';

const execute = promisify(execFile);
const compiler = join(import.meta.dirname, '../../node_modules/.bin/tsc');

/** What belongs into the package, and how its paths look. */
const kinds: Readonly<Record<string, RegExp>> = {
  'the program': /^(?:bin\/planlint|dist\/cli\/[\w-]+)\.js$/,
  'the library with its types': /^dist\/(?:src|rules)\/[\w/-]+\.(?:js|cjs|d\.ts)$/,
  'what Node.js programs load to tell where they call': /^dist\/register\/[\w-]+\.cjs$/,
  'an empty cluster': /^dist\/cluster\/[\w.-]+\.br$/,
  README: /^README\.md$/,
  CHANGELOG: /^CHANGELOG\.md$/,
  LICENSE: /^LICENSE$/,
  'the schema of the config': /^planlint\.schema\.json$/,
  'package.json': /^package\.json$/,
};

async function listKinds(): Promise<string> {
  const { files } = await install();
  const found = Object.keys(kinds).filter((kind) => files.some((path) => kinds[kind]?.test(path)));
  const stray = files.filter((path) => !Object.values(kinds).some((kind) => kind.test(path)));
  return `${found.join(', ')}; ${stray.length === 0 ? 'nothing else' : stray.join(', ')}`;
}

const consumer = `import { formatJson, lint, openEmbedded, type Report, readSources, rules, UserError } from 'planlint';
async function* nothing(): AsyncGenerator<string> {}
import { createRuleTester } from 'planlint/testing';
export const tester = createRuleTester({ schema: 'db/schema.sql' });
export async function check(cwd: string): Promise<string> {
  const sources = await readSources(['db/queries'], cwd, nothing());
  const database = await openEmbedded({ schema: ['db/schema.sql'], seed: [], cwd, settings: {}, binaries: null, major: 17 });
  const report: Report = await lint(sources, database, { rules, showValues: false, onProgress: () => {} }).finally(database.close);
  // @ts-expect-error: the settings are typed.
  await lint(sources, database, { rules: 'all' });
  return report.summary.errors > 0 ? formatJson(report) : new UserError('usage', 'none').message;
}
`;

/** Checks the types as a consumer does who has set everything to strict, and has no types of Node.js. */
async function compile(module: string, moduleResolution: string): Promise<string> {
  const { project } = await install();
  const strict = { strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, skipLibCheck: false, types: [], noEmit: true };
  const compilerOptions = { ...strict, target: 'es2022', lib: ['es2023'], module, moduleResolution };
  writeFileSync(join(project, `tsconfig.${moduleResolution}.json`), JSON.stringify({ compilerOptions, files: [`check-${moduleResolution}.ts`] }));
  writeFileSync(join(project, `check-${moduleResolution}.ts`), consumer);
  return execute(compiler, ['-p', `tsconfig.${moduleResolution}.json`], { cwd: project }).then(
    () => 'compiles',
    ({ stdout }: { stdout: string }) => stdout.trim(),
  );
}

export const published: readonly Row[] = [
  {
    what: 'what `npm pack` packs',
    happens:
      'the program, the library with its types, what Node.js programs load to tell where they call, an empty cluster, README, CHANGELOG, LICENSE, the schema of the config, package.json; nothing else',
    check: listKinds,
  },
  {
    what: 'TypeScript, strict, `skipLibCheck` off, `moduleResolution` nodenext',
    happens: 'compiles',
    check: () => compile('nodenext', 'nodenext'),
  },
  {
    what: 'TypeScript, strict, `skipLibCheck` off, `moduleResolution` bundler',
    happens: 'compiles',
    check: () => compile('esnext', 'bundler'),
  },
];
