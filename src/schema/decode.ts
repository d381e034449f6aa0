import { isAscii, isUtf8 } from 'node:buffer';
import { UserError } from '../errors.ts';
import { lineOfFault } from '../line-of-fault.ts';

/** What is no text, by its first bytes, and what makes a text of it. */
const packed: readonly (readonly [bytes: string, is: string, hint: (path: string) => string])[] = [
  ['PGDMP', "is a dump in pg_dump's custom format", hintAtRestore],
  ['toc.dat\0', "is a dump in pg_dump's tar format", hintAtRestore],
  ['\x1f\x8b', 'is compressed by gzip', (path) => `unpack it first: gunzip --keep ${path}`],
  ['\x28\xb5\x2f\xfd', 'is compressed by zstd', (path) => `unpack it first: unzstd ${path}`],
  ['\x04\x22\x4d\x18', 'is compressed by lz4', (path) => `unpack it first: unlz4 ${path}`],
  ['\xfd7zXZ', 'is compressed by xz', (path) => `unpack it first: unxz --keep ${path}`],
  ['BZh', 'is compressed by bzip2', (path) => `unpack it first: bunzip2 --keep ${path}`],
  ['PK\x03\x04', 'is a zip file', () => 'unpack it first'],
  ['\xff\xfe', 'is in UTF-16', hintAtWide],
  ['\xfe\xff', 'is in UTF-16', hintAtWide],
];

/** Encodings by the names that PostgreSQL has for them, bare of anything but letters and digits, and those that decoders know. */
const encodings: Readonly<Record<string, string>> = {
  latin2: 'iso-8859-2',
  latin3: 'iso-8859-3',
  latin4: 'iso-8859-4',
  latin6: 'iso-8859-10',
  latin7: 'iso-8859-13',
  latin8: 'iso-8859-14',
  latin9: 'iso-8859-15',
  latin10: 'iso-8859-16',
  koi8: 'koi8-r',
  win866: 'ibm866',
  alt: 'ibm866',
  sjis: 'shift_jis',
  mskanji: 'shift_jis',
  uhc: 'euc-kr',
  euccn: 'gbk',
};

/** The text of a schema's file, without a byte order mark. It is in UTF-8, or in what it says itself that it is in. Throws a `UserError` where it is neither. */
export function decodeText(path: string, bytes: Buffer): string {
  const start = bytes.toString('latin1', 0, 16);
  for (const [first, is, hint] of packed) if (start.startsWith(first)) throw new UserError('usage', `${path}: ${is}`, { hint: hint(path) });
  // The shorter way is much faster, and dumps are large.
  if (isUtf8(bytes)) return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8').replace(/^\ufeff/, '');
  const raw = bytes.toString('latin1');
  const [, named] = /^[ \t]*(?:set[ \t]+client_encoding[ \t]*(?:=|to)|set[ \t]+names|\\encoding)[ \t]*'?([\w-]+)/im.exec(raw) ?? [];
  const text = named === undefined ? null : decode(bytes, named.toLowerCase().replace(/[^a-z0-9]/g, ''));
  if (text !== null) return text;
  throw new UserError('usage', `${path}:${lineOfFault(bytes)}: not UTF-8`, {
    hint: "save the file as UTF-8, or begin it with what it is in: SET client_encoding = 'LATIN1';",
  });
}

/** What makes a text of a dump that is none. */
export function hintAtRestore(path: string): string {
  return `make SQL of it: pg_restore --schema-only --file=schema.sql ${path}`;
}

function hintAtWide(): string {
  return 'save it as UTF-8; pg_dump --file=… writes a dump as it is, where > of PowerShell does not';
}

/** What WIN1252 has from 0x80 on where LATIN1 has control characters; decoders of Node 20 mistake the two. */
const windows = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function decode(bytes: Buffer, name: string): string | null {
  if (/^(?:latin1|iso88591)$/.test(name)) return bytes.toString('latin1');
  if (/^win(?:dows)?1252$/.test(name)) return bytes.toString('latin1').replace(/[\x80-\x9f]/g, (one) => windows[one.charCodeAt(0) - 0x80] ?? one);
  const label =
    encodings[name] ??
    name
      .replace(/^win(?:dows)?(?=125\d$)/, 'windows-')
      .replace(/^iso8859/, 'iso-8859-')
      .replace(/^euc/, 'euc-')
      .replace(/^koi8(?=[ru])/, 'koi8-');
  try {
    return label.startsWith('utf') ? null : new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
