/** Remembers what was found out of texts, of the last of them where there are many. */
export interface TextCache<T> {
  get(text: string): T | undefined;
  set(text: string, value: T): void;
}

interface Entry<T> {
  readonly text: string;
  readonly value: T;
}

const samples = 16;
const mostAlike = 8;

/**
 * A map would read each text to its end, which takes long for those that are parts of a larger one. This one compares a text with those that have its
 * length and some of its characters.
 */
export function createTextCache<T>(most: number): TextCache<T> {
  const entries = new Map<number, Entry<T>[]>();
  let size = 0;
  return {
    get(text) {
      const alike = entries.get(sample(text));
      if (alike === undefined) return undefined;
      for (const entry of alike) if (entry.text === text) return entry.value;
      return undefined;
    },
    set(text, value) {
      if (size >= most) {
        entries.clear();
        size = 0;
      }
      const hash = sample(text);
      const alike = entries.get(hash) ?? [];
      if (alike.length === 0) entries.set(hash, alike);
      if (alike.length === mostAlike) alike.shift();
      else size += 1;
      alike.push({ text: Buffer.from(text).toString(), value });
    },
  };
}

function sample(text: string): number {
  const step = Math.ceil(text.length / samples);
  let hash = text.length;
  for (let at = 0; at < text.length; at += step) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return hash;
}
