import { UserError } from '../errors.ts';

/** How compressed files begin, read as UTF-8, and what unpacks them to standard output. */
const beginnings: readonly (readonly [name: string, start: RegExp, unpack: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what gzip writes
  ['gzip', /^\u001f\ufffd\u0008/, 'gzip -dc'],
  ['zstd', /^\(\ufffd\/\ufffd/, 'zstd -dc'],
  ['xz', /^\ufffd7zXZ/, 'xz -dc'],
  ['bzip2', /^BZh\d1AY/, 'bzip2 -dc'],
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what zip writes
  ['zip', /^PK\u0003\u0004/, 'unzip -p'],
];

/** Refuses a file whose beginning is that of a compressed one with a UserError that says how it can be read. */
export function refuseCompressed(path: string, head: string): void {
  const found = beginnings.find(([, start]) => start.test(head));
  if (found === undefined) return;
  const [name, , unpack] = found;
  throw new UserError('source', `${path} is compressed with ${name}`, { hint: `unpack it on the way: ${unpack} ${path} | planlint check -` });
}
