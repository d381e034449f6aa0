import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as encrypt } from 'node:tls';
import { type Host, isSocket } from './hosts.ts';
import type { Tls } from './tls.ts';

/** The way that a session was opened on. */
export interface Route {
  readonly host: Host;
  readonly tls: Tls;
  /** TLS from the first byte on, rather than asked for. */
  readonly isDirect: boolean;
}

const asksForTls = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

/** A bare connection to a server, for whoever speaks its protocol. Ends of one side leave the other open. */
export async function dial({ host, tls, isDirect }: Route): Promise<Socket> {
  const socket = await open(host);
  if (tls === null) return socket;
  if (!isDirect) await agreeOnTls(socket);
  const name = host.name === host.address && isIP(host.name) === 0 ? { servername: host.name } : {};
  const secure = encrypt({ ...name, ...tls, socket, ...(isDirect ? { ALPNProtocols: ['postgresql'] } : {}) });
  await once(secure, 'secureConnect');
  return secure;
}

async function open(host: Host): Promise<Socket> {
  const place = isSocket(host) ? { path: `${host.address}/.s.PGSQL.${host.port}` } : { host: host.address, port: host.port };
  const socket = connect({ ...place, allowHalfOpen: true, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

async function agreeOnTls(socket: Socket): Promise<void> {
  socket.write(asksForTls);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.pause();
  // More than the one byte would come from somebody in between.
  if (answer.toString('latin1') === 'S') return;
  socket.destroy();
  throw new Error('the server does not support SSL connections');
}
