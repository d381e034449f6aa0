import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import type { Cache } from './cache.ts';
import type { System } from './system.ts';

/** The means to run PostgreSQL's programs. */
export interface Machine {
  readonly system: System;
  readonly binaries: Binaries;
  /** The path of Node.js. */
  readonly node: string;
  /** Whom to run them as; `null` for the account of this process. */
  readonly account: Account | null;
  /** Their search path for `cat`, `cp` and `mkfifo`. */
  readonly path: string;
  isAlive(pid: number): boolean;
  /** True where the C library is not the one that the npm package's programs need. Slow. */
  isMusl(): boolean;
}

/** A machine, and the cache of this user on it. */
export interface Site {
  readonly cache: Cache;
  readonly machine: Machine;
}
