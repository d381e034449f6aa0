import { type CallSite, noSite } from './call-site.ts';
import type { Calls } from './calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: any class can stand here
type Constructor = new (...given: any[]) => object;

/** Where queries of Drizzle were made; they are sent when somebody waits for them, out of the maker's sight. */
const makers = new WeakMap<object, () => CallSite | null>();

/** A class in the place of one that Drizzle's queries descend from, or take their `then` from. */
export function followDrizzle(query: Constructor, calls: Calls): Constructor {
  const { prototype } = query as { readonly prototype: { then?: (...given: unknown[]) => unknown } };
  const { then } = prototype;
  if (then !== undefined) {
    // biome-ignore lint/suspicious/noThenProperty: it has one
    prototype.then = function followed(this: object, ...given) {
      return calls.within(makers.get(this) ?? noSite, () => then.apply(this, given));
    };
  }
  return new Proxy(query, {
    construct: function construct(target, given, made) {
      const created = Reflect.construct(target, given, made) as object;
      makers.set(created, calls.locate(construct));
      return created;
    },
  });
}
