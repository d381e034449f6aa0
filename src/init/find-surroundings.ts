import { packagesOf, type Repository } from './repository.ts';
import type { Ci, Hook } from './tools.ts';

/** What is around the queries. */
export interface Surroundings {
  /** The major version of the PostgreSQL that the repository runs, and the file that says so. */
  readonly server: { readonly major: number; readonly file: string } | null;
  /** A library that makes queries while the program runs. */
  readonly orm: string | null;
  readonly ci: Ci;
  readonly hook: Hook;
  /** Whether there is a `package.json`. */
  readonly isPackage: boolean;
  /** Whether that names planlint already. */
  readonly isDependency: boolean;
  readonly packageManager: 'npm' | 'pnpm' | 'yarn';
  readonly hasTests: boolean;
}

const orms = ['@prisma/client', 'drizzle-orm', 'typeorm', 'sequelize', '@mikro-orm/core', 'knex', 'kysely', 'objection'];
const images =
  /image:\s*["']?(?:[\w.-]+\/)*(?:postgres|postgresql|postgis|timescaledb|timescaledb-ha|pgvector|citus)(?:-ha)?:(?:[\w.]*?-?pg|v)?(\d{1,2})(?![\d])/i;

export function findSurroundings(repository: Repository): Surroundings {
  const { files, read } = repository;
  const has = (pattern: RegExp): boolean => files.some((path) => pattern.test(path));
  const packages = packagesOf(repository);
  const services = files.filter((path) =>
    /(?:^|\/)(?:docker-)?compose[\w.-]*\.ya?ml$|^\.github\/workflows\/[^/]+\.ya?ml$|^\.gitlab-ci\.yml$/.test(path),
  );
  const [server = null] = services.flatMap((file) => {
    const major = Number(images.exec(read(file))?.[1]);
    return Number.isNaN(major) ? [] : [{ major, file }];
  });
  return {
    server,
    orm: orms.find((name) => packages.has(name)) ?? null,
    ci: has(/^\.github\//) ? 'github' : has(/^\.gitlab-ci\.yml$/) ? 'gitlab' : 'none',
    hook: has(/^\.pre-commit-config\.yaml$/) ? 'pre-commit' : has(/^\.husky\//) ? 'husky' : has(/^\.?lefthook\.ya?ml$/) ? 'lefthook' : 'none',
    isPackage: has(/^package\.json$/),
    isDependency: packages.has('planlint'),
    packageManager: has(/^pnpm-lock\.yaml$/) ? 'pnpm' : has(/^yarn\.lock$/) ? 'yarn' : 'npm',
    hasTests: /"test"\s*:/.test(read('package.json')),
  };
}
