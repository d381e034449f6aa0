/** What a changelog takes in: a file, or all of a folder. */
export interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
  /** To the changelog's own folder. */
  readonly isRelative: boolean;
}

/** What a changelog in XML takes in; `null` where it holds anything else. */
export function readXml(text: string): readonly Entry[] | null {
  const entries: Entry[] = [];
  for (const [, name = '', attributes = ''] of text.replace(/<!--[\s\S]*?-->/g, '').matchAll(/<([A-Za-z][\w:.-]*)((?:"[^"]*"|'[^']*'|[^>"'])*)>/g)) {
    if (name === 'databaseChangeLog') continue;
    const read = (key: string) => new RegExp(`\\b${key}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1];
    const entry = toEntry(name, read);
    if (entry === null) return null;
    entries.push(entry);
  }
  return entries;
}

/** What a changelog in YAML takes in; `null` where it holds anything else. */
export function readYaml(text: string): readonly Entry[] | null {
  const [, ...items] = text.replace(/(?:^|\s)#.*/g, '').split(/^\s*-\s+(?=\w+\s*:)/m);
  const entries = items.map((item) => {
    const read = (key: string) => new RegExp(`\\b${key}\\s*:\\s*["']?([^"',}\\n]*?)["']?\\s*(?:[,}\\n]|$)`).exec(item)?.[1];
    return toEntry(/^\w+/.exec(item)?.[0] ?? '', read);
  });
  return entries.some((entry) => entry === null) ? null : entries.filter((entry) => entry !== null);
}

function toEntry(kind: string, read: (key: string) => string | undefined): Entry | null {
  const path = kind === 'include' ? read('file') : kind === 'includeAll' ? read('path') : undefined;
  return path === undefined ? null : { path, isFolder: kind === 'includeAll', isRelative: read('relativeToChangelogFile') === 'true' };
}
