/** What a hook of Node.js's loader of ES modules gives and gets. */
interface Loaded {
  readonly format?: string | null;
  readonly source?: unknown;
}

type Next = (url: string, context: object) => Promise<Loaded>;

/** Of postgres.js, the only driver whose classes nothing but its own modules reach. Its last lines let them be replaced. */
export async function load(url: string, context: object, next: Next): Promise<Loaded> {
  const loaded = await next(url, context);
  return { ...loaded, source: withHandOver(url, loaded) };
}

export function withHandOver(url: string, { format, source }: Loaded): unknown {
  if (format !== 'module' || !/\/node_modules\/postgres\/src\/query\.js(?:\?.*)?$/.test(url)) return source;
  if (typeof source !== 'string' && !(source instanceof Uint8Array)) return source;
  const text = typeof source === 'string' ? source : new TextDecoder().decode(source);
  const path = JSON.stringify(new URL(url).pathname);
  return `${text}\n;{ const held = { Query }; globalThis[Symbol.for('planlint.adopt')]?.(${path}, held); Query = held.Query; }\n`;
}
