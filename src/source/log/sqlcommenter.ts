import type { LogRecord } from './log-format.ts';

const comment = /'[^']*(?:''[^']*)*'|"[^"]*(?:""[^"]*)*"|--[^\n]*|\/\*(?!\+)([^*]*(?:\*(?!\/)[^*]*)*)\*\//g;
const pair = /([\w.%-]+)\s*(?:='([^'\\]*(?:\\.[^'\\]*)*)'|[:=]\s*([^,'*]*))\s*(?:,|$)/gy;

/** What the comments of a statement say of where it comes from: those of sqlcommenter, of Rails' query logs and of marginalia. */
export function parseSqlcommenter(sql: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  if (!sql.includes('/*')) return tags;
  for (const [, text] of sql.matchAll(comment)) {
    for (const [, key = '', quoted, bare] of text?.trim().matchAll(pair) ?? []) tags.set(decode(key), decode(quoted ?? bare?.trim() ?? ''));
  }
  return tags;
}

/** The place that the comments name, if they do. */
export function findCaller(tags: ReadonlyMap<string, string>): LogRecord['caller'] {
  const place =
    tags.get('source_location') ?? tags.get('caller') ?? (/:\d+/.test(tags.get('line') ?? '') ? tags.get('line') : undefined) ?? tags.get('file');
  const found = /^(.+?):(\d+)(?::.*)?$/s.exec(place ?? '');
  if (found !== null) return { file: found[1] ?? '', line: Number(found[2]) };
  const file = tags.get('file') ?? tags.get('code.filepath') ?? tags.get('code.file.path') ?? tags.get('code_filepath');
  const line = Number(tags.get('line') ?? tags.get('lineno') ?? tags.get('code.lineno') ?? tags.get('code.line.number') ?? tags.get('code_lineno'));
  return file !== undefined && Number.isInteger(line) && line > 0 ? { file, line } : null;
}

/** What the comments call the part of the application: `ledger#show`, or its route. */
export function findName(tags: ReadonlyMap<string, string>): string | null {
  const controller = tags.get('controller') ?? tags.get('namespaced_controller');
  const action = tags.get('action');
  if (controller !== undefined && action !== undefined) return `${controller}#${action}`;
  return tags.get('route') ?? action ?? controller ?? tags.get('job') ?? null;
}

function decode(text: string): string {
  const plain = text.replaceAll("\\'", "'");
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
