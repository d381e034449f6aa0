import type { CallSite } from './call-site.ts';
import { type Calls, quietly } from './calls.ts';

// biome-ignore lint/suspicious/noExplicitAny: any class can stand here
type Constructor = new (...given: any[]) => object;

/** The parts of a query of postgres.js that are looked at. */
interface Query {
  readonly state?: { readonly pid?: number | null; readonly secret?: number | null } | null;
}

/** A class in the place of postgres.js's queries. Each is made where the application calls, and gets its text when a session takes it. */
export function followPostgresJs(query: Constructor, calls: Calls): Constructor {
  return new Proxy(query, {
    construct: function construct(target, given, made) {
      const created = Reflect.construct(target, given, made) as object;
      const locate = calls.locate(construct);
      quietly(() => follow(created, calls, locate));
      return created;
    },
  });
}

function follow(query: Query, calls: Calls, locate: () => CallSite | null): void {
  let statement = Reflect.get(query, 'statement') as { readonly string?: string } | null;
  Object.defineProperty(query, 'statement', {
    enumerable: true,
    configurable: true,
    get: () => statement,
    set(next: typeof statement) {
      statement = next;
      const { pid, secret } = query.state ?? {};
      const sql = next?.string;
      if (typeof sql !== 'string' || typeof pid !== 'number' || typeof secret !== 'number') return;
      quietly(() => calls.tell({ id: pid, secret }, sql, locate()));
    },
  });
}
