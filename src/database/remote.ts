import { UserError } from '../errors.ts';
import type { Database } from './database.ts';

export interface ServerOptions {
  /** A URI or keywords and values as libpq takes them, or the name of the environment's variable that holds such. */
  readonly url: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Session settings, role included; all others are the server's. */
  readonly settings: Readonly<Record<string, string>>;
}

/** A server of the user's, 14 to 18, on which nothing is done but planning in read-only transactions. */
export async function openServer({ url }: ServerOptions): Promise<Database> {
  throw new UserError('usage', `--url ${url}: not supported yet`);
}
