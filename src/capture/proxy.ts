import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type Listener, serveClient } from './session.ts';

/** Stands in front of a server, on this machine alone. */
export interface WireProxy {
  readonly host: string;
  readonly port: number;
  /** Takes nobody any more, and breaks the sessions off that do not end by themselves in so many milliseconds. */
  close(patience: number): Promise<void>;
}

const host = '127.0.0.1';

export async function startProxy(dial: () => Promise<Socket>, listen: Listener): Promise<WireProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  // Whoever has said all may still have to hear the answer.
  const listener = createServer({ allowHalfOpen: true, noDelay: true }, (client) =>
    serveClient(keep(client), async () => keep(await dial()), listen),
  );
  listener.listen(0, host);
  await once(listener, 'listening');
  return {
    host,
    port: (listener.address() as AddressInfo).port,
    async close(patience) {
      const closed = once(listener, 'close');
      listener.close();
      const until = Date.now() + patience;
      while (sockets.size > 0 && Date.now() < until) await delay(5);
      await Promise.all([
        closed,
        ...[...sockets].map((socket) => {
          const gone = once(socket, 'close');
          socket.destroy();
          return gone;
        }),
      ]);
    },
  };
}
