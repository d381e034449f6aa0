import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { withoutChannelBinding } from './channel-binding.ts';
import { type Execution, followExchange, followed } from './exchange.ts';
import { findFrames } from './frames.ts';
import { awaitGreeting, type Greeting } from './greeting.ts';

/** Takes what clients had executed; `null` for what could not be read. */
export type Listener = (execution: Execution | null, application: string) => void;

/** Serves a client of the proxy: all that it and the server say is passed on as it comes, and read along. `dial` opens a connection to the server. */
export function serveClient(client: Socket, dial: () => Promise<Socket>, listen: Listener): void {
  client.on('error', () => client.destroy());
  const take = awaitGreeting(() => client.write('N'));
  const onData = (piece: Buffer): void => {
    try {
      const greeting = take(piece);
      if (greeting === undefined) return;
      client.off('data', onData);
      client.pause();
      if (greeting.rest.length > 0) client.unshift(greeting.rest);
      dial().then(
        (server) => join({ client, server }, greeting, listen),
        (error: Error) => client.end(toRefusal(error.message)),
      );
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      client.destroy();
    }
  };
  client.on('data', onData);
}

/** Both ends of a session. */
interface Ends {
  readonly client: Socket;
  readonly server: Socket;
}

function join({ client, server }: Ends, { packet, isCancel, parameters }: Greeting, listen: Listener): void {
  server.on('error', () => server.destroy());
  // Each end is passed on, so that what is on its way in the other direction arrives. A break is an end for the other side.
  client.on('close', (isBroken) => isBroken && server.destroy());
  server.on('close', () => server.readableEnded || client.end());
  if (client.destroyed) return void server.destroy();
  server.write(packet);
  client.pipe(server);
  const answers = server instanceof TLSSocket ? server.pipe(withoutChannelBinding()) : server;
  answers.pipe(client);
  // What streams to replicas is no work of an application. Behind the pipes: what is read is on its way by then.
  if (isCancel || parameters.has('replication')) return;
  const application = parameters.get('application_name') ?? '';
  follow({ client, server }, (execution) => listen(execution, application));
}

/** Reads along. What cannot be read is passed on all the same. */
function follow({ client, server }: Ends, tell: (execution: Execution | null) => void): void {
  const exchange = followExchange(tell, () => performance.now());
  let isReadable = true;
  const tolerate = (read: (piece: Buffer) => void) => (piece: Buffer) => {
    try {
      if (isReadable) read(piece);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      isReadable = false;
      tell(null);
    }
  };
  client.on('data', tolerate(findFrames(followed.client, exchange.fromClient)));
  server.on('data', tolerate(findFrames(followed.server, exchange.fromServer)));
  server.on('close', () => exchange.end());
}

/** A message of the server's kind that ends a session before it begins. */
function toRefusal(reason: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08006\0Mplanlint: no connection to the server: ${reason}\0\0`);
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}
