import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** A port that nobody listens on. Who takes it before the server does makes that fail, and it is tried again with another. */
export async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
