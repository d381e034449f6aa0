import type { EmbeddedOptions } from '../database/embedded.ts';
import type { ServerOptions } from '../database/remote.ts';
import type { Access } from '../schema-command/environment.ts';
import { openBackend } from './backend.ts';
import { startProxy } from './proxy.ts';
import type { Listener } from './session.ts';

/** The proxy as a program reaches it. */
export interface Front {
  readonly access: Access;
  readonly variables: Readonly<Record<string, string>>;
}

/** How long sessions may outlast the program, in milliseconds: until all that it sent has arrived. */
const patience = 1_000;

/** Lets a program work on a server, and listens to what it sends. Gives what the program gives, when all of it is told. */
export async function capture<T>(target: EmbeddedOptions | ServerOptions, listen: Listener, work: (front: Front) => Promise<T>): Promise<T> {
  const { access, variables, dial, close } = await openBackend(target);
  try {
    const proxy = await startProxy(dial, listen);
    try {
      return await work({ access: { ...access, host: proxy.host, port: proxy.port }, variables });
    } finally {
      await proxy.close(patience);
    }
  } finally {
    await close();
  }
}
