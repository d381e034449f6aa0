import { randomBytes } from 'node:crypto';
import type { Access } from '../schema-command/environment.ts';
import { readAsked } from './asked.ts';
import { type EmbeddedOptions, openSite, prepare } from './embedded.ts';
import { drop, serve, toDatabase } from './entry.ts';
import { findPort } from './free-port.ts';
import { ownHost } from './host-access.ts';

/** A server with the schema loaded that a program may do with as it likes. */
export interface PrivateServer {
  readonly access: Access;
  /** Ends it, and removes all of it. */
  close(): Promise<void>;
}

/** Loads the schema anew into a server that no other run uses, which listens on the network and asks for a password. */
export async function openPrivate(options: EmbeddedOptions): Promise<PrivateServer> {
  const entry = {
    ...readAsked(options),
    command: await prepare(options),
    ...(await openSite(options)),
    own: { key: randomBytes(16).toString('hex'), port: await findPort() },
  };
  const password = randomBytes(16).toString('hex');
  const { hold } = await serve(entry, {});
  const close = async () => {
    await hold.connection.end();
    await hold.release(60_000);
    drop(entry);
  };
  try {
    const [reply] = await hold.connection.run([{ text: `ALTER ROLE postgres PASSWORD '${password}'` }]);
    if (reply === undefined || 'error' in reply) throw new Error(reply?.error.message);
    // A database is dropped only where nobody is in it.
    await hold.connection.end();
    return { access: { host: ownHost, port: entry.own.port, user: 'postgres', password, database: 'postgres', ...toDatabase(entry) }, close };
  } catch (error) {
    await close();
    throw error;
  }
}
