import { UserError } from '../../errors.ts';
import { type Folder, openSubfolder } from '../files.ts';
import type { Layout } from '../layout.ts';

interface Versioned {
  readonly path: string;
  readonly version: readonly bigint[];
}

const named = /^([VUB])(\d+(?:[._]\d+)*)__.*\.sql$/i;
const repeatable = /^R__.*\.sql$/i;

/** `V1.2__x.sql` by version, from the last baseline (`B`) on; then `R__x.sql` by description. What is named otherwise Flyway leaves alone. */
export const flyway: Layout = {
  tool: 'Flyway',
  list(folder) {
    const own = folder.files.find((name) => named.test(name) || repeatable.test(name));
    if (own === undefined) return null;
    requireNoOther(folder, own);
    const paths = listDeep(folder);
    const baseline = toVersioned(paths, 'B').at(-1);
    const versions = toVersioned(paths, 'V').filter(({ version }) => baseline === undefined || compare(version, baseline.version) > 0);
    requireDistinct(versions);
    return [
      ...callbacks(paths, 'beforemigrate'),
      ...(baseline === undefined ? [] : [baseline.path]),
      ...versions.map(({ path }) => path),
      ...sortByName(paths.filter((path) => repeatable.test(nameOf(path)))),
      ...callbacks(paths, 'aftermigrate'),
    ];
  },
};

/** Whether a file is named as Flyway wants it. */
export function isVersioned(path: string): boolean {
  return named.test(nameOf(path)) || repeatable.test(nameOf(path));
}

/** Flyway looks through every folder below. */
function listDeep(folder: Folder): readonly string[] {
  const below = folder.folders.flatMap((name) => listDeep(openSubfolder(folder, name)));
  return [...folder.files.map((name) => `${folder.path}/${name}`), ...below];
}

function toVersioned(paths: readonly string[], kind: 'V' | 'B'): readonly Versioned[] {
  return paths
    .flatMap((path) => {
      const [, prefix = '', version = ''] = named.exec(nameOf(path)) ?? [];
      return prefix.toUpperCase() === kind ? [{ path, version: version.split(/[._]/).map(BigInt) }] : [];
    })
    .sort((left, right) => compare(left.version, right.version));
}

/** What is left out counts as 0: `1` is `1.0`. */
function compare(left: readonly bigint[], right: readonly bigint[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [ours = 0n, theirs = 0n] = [left[index], right[index]];
    if (ours !== theirs) return ours < theirs ? -1 : 1;
  }
  return 0;
}

function requireNoOther({ path, files }: Folder, own: string): void {
  const other = files.find((name) => /^\d.*\.sql$/i.test(name));
  if (other === undefined) return;
  throw new UserError('usage', `${path}: ${own} is named for Flyway, and ${other} is not`, {
    hint: 'move what belongs to another tool, or name what is to load one by one, in order',
  });
}

function requireDistinct(versions: readonly Versioned[]): void {
  const twin = versions.findIndex(({ version }, index) => index > 0 && compare(versions[index - 1]?.version ?? [], version) === 0);
  if (twin === -1) return;
  throw new UserError('usage', `${versions[twin]?.path}: has the version of ${versions[twin - 1]?.path}`, {
    hint: 'give one of them another version, as Flyway asks for too',
  });
}

function callbacks(paths: readonly string[], event: string): readonly string[] {
  return sortByName(paths.filter((path) => new RegExp(`^${event}(?:__.*)?\\.sql$`, 'i').test(nameOf(path))));
}

function sortByName(paths: readonly string[]): readonly string[] {
  return [...paths].sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
