import type { Socket } from 'node:net';
import { toConnectError } from '../connection/connect-fault.ts';
import { dial } from '../connection/dial.ts';
import { readParameters } from '../connection/parameters.ts';
import { lookUpPassword, reach } from '../connection/reach.ts';
import type { EmbeddedOptions } from '../database/embedded.ts';
import { openPrivate } from '../database/private-server.ts';
import { readMachine, type ServerOptions } from '../database/remote.ts';
import { UserError } from '../errors.ts';
import type { Access } from '../schema-command/environment.ts';

/** The server behind the proxy. */
export interface Backend {
  readonly access: Access;
  /** What the environment of the command has to say beside that. */
  readonly variables: Readonly<Record<string, string>>;
  dial(): Promise<Socket>;
  close(): Promise<void>;
}

/** A server of the user's, or one of our own that the command may write to. */
export async function openBackend(target: EmbeddedOptions | ServerOptions): Promise<Backend> {
  return 'url' in target ? openGiven(target) : openOwn(target);
}

async function openOwn(options: EmbeddedOptions): Promise<Backend> {
  const { access, close } = await openPrivate(options);
  const host = { name: access.host, address: access.host, port: access.port };
  return { access, variables: {}, dial: () => dial({ host, tls: null, isDirect: false }), close };
}

async function openGiven({ url, env }: ServerOptions): Promise<Backend> {
  const machine = readMachine(env);
  const parameters = readParameters(url, machine);
  const { user, database, given } = parameters;
  if (given.channel_binding === 'require') {
    const hint = 'leave it out: between the command and the server stands the proxy, to which a password cannot be bound';
    throw new UserError('usage', 'channel_binding=require is not supported here', { hint });
  }
  // Proves what is given, and finds the host and the kind of TLS that the sessions are to have.
  const reached = await reach(parameters, machine);
  if ('faults' in reached) throw toConnectError(reached.faults);
  await reached.connection.end();
  const { route } = reached;
  const { password } = lookUpPassword(route.host, parameters, machine);
  return {
    access: { host: route.host.name, port: route.host.port, user, password: password ?? '', database },
    variables: given.options === undefined ? {} : { PGOPTIONS: given.options },
    dial: () => dial(route),
    close: async () => {},
  };
}
