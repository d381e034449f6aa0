import { type Calls, quietly } from './calls.ts';
import { followDrizzle } from './drizzle.ts';
import { followNodePostgres } from './node-postgres.ts';
import { followPostgresJs } from './postgres-js.ts';

/** Under this name the function is found by the modules that it is called from, in whatever realm a test runner evaluates them. */
export const adopter = Symbol.for('planlint.adopt');

/** Takes what a module exports, and gives what it is to export instead, in which a driver's classes are followed. */
export type Adopt = (path: string, exported: unknown) => unknown;

const driver = /[\\/]node_modules[\\/](?:pg[\\/]lib[\\/]client|pg-pool[\\/]index|postgres[\\/](?:cjs[\\/])?src[\\/]query)\.js$/;
const drizzle = /[\\/]node_modules[\\/]drizzle-orm[\\/](?:query-promise|query-builders[\\/]query-builder)\.c?js$/;
const jest = /[\\/]node_modules[\\/]@jest[\\/]transform[\\/]build[\\/]index\.js$/;

/** True for the modules that `Adopt` does something to: those of drivers, and of Jest, which evaluates modules by itself. */
export function isToAdopt(path: string): boolean {
  return driver.test(path) || drizzle.test(path) || jest.test(path);
}

export function toAdopt(calls: Calls): Adopt {
  const { followClient, followPool } = followNodePostgres(calls);
  const seen = new WeakSet<object>();
  const adopt = (path: string, exported: object): object => {
    if (seen.has(exported)) return exported;
    seen.add(exported);
    if (jest.test(path)) return followJest(exported as Transform);
    if (drizzle.test(path)) return followBoth(exported as Partial<Record<string, never>>, calls);
    if (/[\\/]client\.js$/.test(path)) followClient(exported as never);
    else if (/[\\/]pg-pool[\\/]index\.js$/.test(path)) followPool(exported as never);
    else {
      const holder = exported as { Query: never };
      holder.Query = followPostgresJs(holder.Query, calls) as never;
    }
    return exported;
  };
  return (path, exported) => quietly(() => adopt(path, exported as object)) ?? exported;
}

/** One of the two, whatever module it is; what a module exports cannot be replaced there. */
function followBoth(exported: Partial<Record<string, never>>, calls: Calls): object {
  const name = exported['QueryPromise'] === undefined ? 'TypedQueryBuilder' : 'QueryPromise';
  const query = exported[name];
  return query === undefined ? exported : Object.create(exported, { [name]: { enumerable: true, value: followDrizzle(query, calls) } });
}

type Transforming = (path: string, ...given: unknown[]) => { readonly code: string };

/** What `@jest/transform` exports. */
interface Transform {
  createScriptTransformer(...given: unknown[]): Promise<{ transform: Transforming }>;
}

/** Jest evaluates modules without Node.js's loader: the texts of drivers hand themselves over. */
function followJest(exported: Transform): object {
  const { createScriptTransformer } = exported;
  const createFollowed: Transform['createScriptTransformer'] = async (...given) => {
    const transformer = await createScriptTransformer(...given);
    const transform: Transforming = transformer.transform.bind(transformer);
    transformer.transform = (path, ...more) => {
      const script = transform(path, ...more);
      return driver.test(path) || drizzle.test(path) ? { ...script, code: `${script.code}\n;${handingOver}` } : script;
    };
    return transformer;
  };
  // Its own properties cannot be replaced.
  return Object.create(exported, { createScriptTransformer: { enumerable: true, value: createFollowed } });
}

const handingOver = `module.exports = require('node:net')[Symbol.for('planlint.adopt')]?.(__filename, module.exports) ?? module.exports;`;
