/** What a hook of Node.js's loader of ES modules gives and gets. */
interface Loaded {
  readonly format?: string | null;
  readonly source?: unknown;
}

type Next = (url: string, context: object) => Promise<Loaded>;

/** Modules whose classes nothing but other modules of theirs reach. Their last lines let them be replaced. */
const handed: readonly (readonly [path: RegExp, name: string])[] = [
  [/\/node_modules\/postgres\/src\/query\.js(?:\?.*)?$/, 'Query'],
  [/\/node_modules\/drizzle-orm\/query-promise\.js(?:\?.*)?$/, 'QueryPromise'],
  [/\/node_modules\/drizzle-orm\/query-builders\/query-builder\.js(?:\?.*)?$/, 'TypedQueryBuilder'],
];

export async function load(url: string, context: object, next: Next): Promise<Loaded> {
  const loaded = await next(url, context);
  return { ...loaded, source: withHandOver(url, loaded) };
}

export function withHandOver(url: string, { format, source }: Loaded): unknown {
  const [, name] = handed.find(([path]) => path.test(url)) ?? [];
  if (format !== 'module' || name === undefined) return source;
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return source;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const path = JSON.stringify(new URL(url).pathname);
  return `${text}\n;{ const held = globalThis[Symbol.for('planlint.adopt')]?.(${path}, { ${name} }); if (held) ${name} = held.${name}; }\n`;
}
