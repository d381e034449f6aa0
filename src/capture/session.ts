import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { Backend } from '../register/site-record.ts';
import { type SettingsTracker, trackSettings } from '../source/track-settings.ts';
import { withoutChannelBinding } from './channel-binding.ts';
import { type Execution, followExchange, followed } from './exchange.ts';
import { toFields } from './fields.ts';
import { findFrames, type Take } from './frames.ts';
import { awaitGreeting, type Greeting } from './greeting.ts';
import { toSettings } from './startup-settings.ts';

/** What is known of the session that sent something. */
export interface Sender {
  /** What the client calls itself; empty where it does not say. */
  readonly application: string;
  /** `null` until the server has named it. */
  readonly backend: Backend | null;
  readonly tracker: SettingsTracker;
}

/** Takes what clients had executed; `null` for what could not be read. */
export type Listener = (execution: Execution | null, sender: Sender) => void;

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
  const tracker = trackSettings(toSettings(parameters));
  follow({ client, server }, (execution, backend) => listen(execution, { application, backend, tracker }));
}

/** Reads along. What cannot be read is passed on all the same. */
function follow({ client, server }: Ends, listen: (execution: Execution | null, backend: Backend | null) => void): void {
  let backend: Backend | null = null;
  const tell = (execution: Execution | null): void => listen(execution, backend);
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
  const takeAnswer: Take = (type, body) => {
    if (type === backendKey) backend = body === null ? null : toBackend(body);
    else exchange.fromServer(type, body);
  };
  server.on('data', tolerate(findFrames(backendKey + followed.server, takeAnswer)));
  server.on('close', () => exchange.end());
}

/** The message that names a session. */
const backendKey = 'K';

function toBackend(body: Buffer): Backend {
  const fields = toFields(body);
  return { id: fields.int32(), secret: fields.int32() };
}

/** A message of the server's kind that ends a session before it begins. */
function toRefusal(reason: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C08006\0Mplanlint: no connection to the server: ${reason}\0\0`);
  const header = Buffer.from('E\0\0\0\0');
  header.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([header, fields]);
}
