import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findCallSite } from '../../src/register/call-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'planlint-generated-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const packages: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop" }',
  'generated/prisma/package.json': '{ "name": "prisma-client-8f2a61c0" }',
  'vendor/client/package.json': '{ "name": "@prisma/client" }',
  'broken/package.json': '{ "name": ',
  'nameless/package.json': '{ "type": "module" }',
};
for (const [path, text] of Object.entries(packages)) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

test.each([
  ['generated/prisma/runtime/client.js', false],
  ['generated/prisma/runtime/library.js', false],
  ['generated/prisma/runtime/wasm-compiler-edge.js', false],
  ['vendor/client/runtime/binary.mjs', false],
  ['generated/prisma/extend.js', true],
  ['runtime/client.js', true],
  ['src/runtime/library.js', true],
  ['broken/runtime/client.js', true],
  ['nameless/runtime/client.js', true],
  ['nowhere/runtime/edge.js', true],
])('%s is the application’s own: %s', (path, isOwn) => {
  const stack = `Error\n    at send (${join(folder, path)}:7:3)\n    at main (${join(folder, 'app.js')}:12:5)`;
  expect(findCallSite(stack)).toEqual(isOwn ? { file: join(folder, path), line: 7 } : { file: join(folder, 'app.js'), line: 12 });
});
