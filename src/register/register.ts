import Module, { createRequire } from 'node:module';
import net from 'node:net';
import { type Adopt, adopter, isToAdopt, toAdopt } from './adopt.ts';
import { openCalls, quietly } from './calls.ts';
import { withHandOver } from './esm-hooks.ts';
import { folderVariable } from './site-record.ts';

type Compile = (this: { exports: unknown }, content: string, path: string, ...more: unknown[]) => unknown;

/** The parts of Node.js's loaders that its types leave out. */
const loader = Module as unknown as {
  readonly prototype: { _compile: Compile };
  register?(specifier: string | URL): void;
  registerHooks?(hooks: object): void;
};

const folder = process.env[folderVariable];
// Without a planlint that listens there is nobody to tell.
if (folder !== undefined && folder !== '' && !Reflect.has(globalThis, adopter)) quietly(() => follow(toAdopt(openCalls(folder))));

function follow(adopt: Adopt): void {
  for (const holder of [globalThis, net]) Object.defineProperty(holder, adopter, { value: adopt });
  const { _compile } = loader.prototype;
  loader.prototype._compile = function compile(content, path, ...more) {
    const result = _compile.call(this, content, path, ...more);
    if (isToAdopt(path)) this.exports = adopt(path, this.exports);
    return result;
  };
  // What was loaded before.
  const { cache } = createRequire(import.meta.url);
  for (const [path, known] of Object.entries(cache)) if (known !== undefined && isToAdopt(path)) known.exports = adopt(path, known.exports);
  if (loader.registerHooks !== undefined) {
    loader.registerHooks({
      load(url: string, context: object, next: (url: string, context: object) => object) {
        const loaded = next(url, context);
        return { ...loaded, source: withHandOver(url, loaded) };
      },
    });
  } else loader.register?.(new URL('./esm-hooks.cjs', import.meta.url));
}
