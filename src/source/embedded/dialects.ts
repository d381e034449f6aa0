import { UserError } from '../../errors.ts';
import { suggest } from '../../nearest.ts';
import type { PlaceholderStyle } from '../../sql/placeholders.ts';
import { aiosql, dapper, hugsql, jdbc, mybatis, pgtyped, psycopg, sqlalchemy, sqlc } from './library-styles.ts';

/** How a library has SQL written. */
export interface SqlDialect {
  /** As `--dialect` names it. */
  readonly id: string;
  /** What it is, and how its placeholders look. */
  readonly about: string;
  /** Reads placeholders, given the texts of the comments that belong to the statement; `null` where there are none but PostgreSQL's own. */
  readonly style: ((comments: readonly string[]) => PlaceholderStyle) | null;
  /** How one more value called `name` is written. */
  readonly newPlaceholder: string | null;
  /** A comment that begins a query, even where no semicolon ends the one in front of it; the group is its name. */
  readonly header: RegExp | null;
}

export const dialects: readonly SqlDialect[] = [
  { id: 'postgresql', about: 'SQL as PostgreSQL and psql read it: $1', style: null, newPlaceholder: null, header: null },
  {
    id: 'sqlc',
    about: "sqlc: @name, sqlc.arg(name), sqlc.narg('name'), sqlc.slice('name'), $1",
    style: () => sqlc,
    newPlaceholder: '@name',
    header: /^[ \t*]*name:[ \t]*(\S+)[ \t]+:\w+[ \t\r]*$/m,
  },
  {
    id: 'pgtyped',
    about: 'PgTyped: :name, :name!, and lists by @param name -> (...)',
    style: pgtyped,
    newPlaceholder: ':name',
    header: /^[ \t*]*@name[ \t]+(\w+)/m,
  },
  {
    id: 'hugsql',
    about: 'HugSQL: :name, :v*:names, :t*:rows',
    style: () => hugsql,
    newPlaceholder: ':name',
    header: /^[ \t]*:(?:name-?|snip-?)[ \t]+(\S+)/,
  },
  {
    id: 'aiosql',
    about: 'aiosql and yesql: :name, :name.field, ?',
    style: () => aiosql,
    newPlaceholder: ':name',
    header: /^[ \t]*name:[ \t]*([\w-]+)/,
  },
  { id: 'jdbc', about: 'JDBC, JPA and Spring: ?, ?1, :name, ?? for the operator', style: () => jdbc, newPlaceholder: null, header: null },
  { id: 'psycopg', about: 'psycopg and Django: %s, %(name)s, %% for a percent sign', style: () => psycopg, newPlaceholder: null, header: null },
  { id: 'sqlalchemy', about: 'SQLAlchemy: :name, \\: for a colon', style: () => sqlalchemy, newPlaceholder: ':name', header: null },
  { id: 'dapper', about: 'Dapper and Npgsql: @name, :name, $1', style: () => dapper, newPlaceholder: '@name', header: null },
  { id: 'mybatis', about: 'MyBatis: #{name}; ${name} is not static', style: () => mybatis, newPlaceholder: '#{name}', header: null },
];

/** Finds a dialect by its id; throws a UserError that names the nearest where there is none. */
export function findDialect(id: string, place = '--dialect'): SqlDialect {
  const found = dialects.find((dialect) => dialect.id === id.toLowerCase());
  if (found !== undefined) return found;
  const hint = suggest(
    id,
    dialects.map((dialect) => dialect.id),
  );
  throw new UserError('usage', `${place}: there is no dialect ${id}`, { hint });
}

/** The dialects, one a line, for --help-dialects. */
export function formatDialects(): string {
  const width = Math.max(...dialects.map(({ id }) => id.length));
  return dialects.map(({ id, about }) => `${id.padEnd(width)}  ${about}\n`).join('');
}
