import { createHash } from 'node:crypto';
import { chownSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Account } from './account.ts';
import { packageFile } from './package-file.ts';

/** What stands in front of the contents, as JSON behind its length in 4 bytes. */
interface Index {
  readonly folders: readonly string[];
  /** A file's path, and which of the contents it has. */
  readonly files: readonly (readonly [path: string, content: number])[];
  /** Of each of the contents, in bytes. */
  readonly lengths: readonly number[];
}

/** Where the published package keeps an empty cluster of a build. The processors that there are builds for lay out its files in one way. */
export function packedClusterOf(build: string): string {
  return packageFile(`dist/cluster/${build.replace(/-(?:arm64|x64)$/, '')}.br`);
}

/** A data directory in one piece. The three databases of an empty cluster hold the same files, which are kept once. */
export function packCluster(data: string): Buffer {
  const entries = readdirSync(data, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => ({
      path,
      isFolder: statSync(join(data, path)).isDirectory(),
    }));
  const seen = new Map<string, number>();
  const contents: Buffer[] = [];
  const files = entries
    .filter(({ isFolder }) => !isFolder)
    .map(({ path }) => {
      const content = readFileSync(join(data, path));
      const hash = createHash('sha256').update(content).digest('hex');
      const known = seen.get(hash);
      if (known !== undefined) return [path, known] as const;
      seen.set(hash, contents.length);
      return [path, contents.push(content) - 1] as const;
    });
  const folders = entries.filter(({ isFolder }) => isFolder).map(({ path }) => path);
  const index = Buffer.from(JSON.stringify({ folders, files, lengths: contents.map(({ length }) => length) } satisfies Index));
  const size = Buffer.alloc(4);
  size.writeUInt32BE(index.length);
  // A better quality takes twenty times as long, for an eighth less.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
  return brotliCompressSync(Buffer.concat([size, index, ...contents]), { params });
}

/** Makes the data directory `data` of what `packCluster` made. */
export function unpackCluster(packed: Buffer, data: string, account: Account | null): void {
  const bytes = brotliDecompressSync(packed);
  const start = 4 + bytes.readUInt32BE();
  const { folders, files, lengths } = JSON.parse(bytes.toString('utf8', 4, start)) as Index;
  let end = start;
  const contents = lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
  const own = (path: string) => account !== null && chownSync(path, account.uid, account.gid);
  for (const folder of ['', ...folders.toSorted()]) {
    mkdirSync(join(data, folder), { mode: 0o700 });
    own(join(data, folder));
  }
  for (const [path, content] of files) {
    writeFileSync(join(data, path), contents[content] ?? '', { mode: 0o600 });
    own(join(data, path));
  }
}
