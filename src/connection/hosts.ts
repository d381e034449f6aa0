import { existsSync } from 'node:fs';
import { UserError } from '../errors.ts';
import type { Given } from './keywords.ts';

/** One of the places where the server may be. */
export interface Host {
  /** As it was given, for people, the password file and certificates. A name that begins with `/` is the folder of a unix socket. */
  readonly name: string;
  /** What to connect to: the name, or the address given for it. */
  readonly address: string;
  readonly port: number;
}

const usualPort = 5432;

/** The hosts in the order they are tried. `findSocket` gives the folder of this machine's own server, for a host of which nothing is said. */
export function toHosts({ host = '', hostaddr = '', port = '' }: Given, findSocket: (port: number) => string): readonly Host[] {
  const [names, addresses, ports] = [host.split(','), hostaddr === '' ? [] : hostaddr.split(','), port.split(',')];
  const count = Math.max(addresses.length, names.length);
  if (host !== '' && hostaddr !== '' && names.length !== addresses.length) throw toCountError('hostaddr', addresses.length, names.length);
  if (ports.length !== 1 && ports.length !== count) throw toCountError('port', ports.length, count);
  return Array.from({ length: count }, (_, index) => {
    const number = toPort((ports.length === 1 ? ports[0] : ports[index]) ?? '');
    const [name = '', address = ''] = [names[index]?.trim(), addresses[index]?.trim()];
    const named = name || address || findSocket(number);
    // The abstract namespace of Linux.
    const reached = address || named;
    return { name: named, address: reached.startsWith('@') ? `\0${reached.slice(1)}` : reached, port: number };
  });
}

/** Where servers of this machine have their sockets: as Debian builds them, and as PostgreSQL itself does. */
export const socketFolders: readonly string[] = ['/var/run/postgresql', '/tmp'];

/** The folder of this machine's own server: the first that has its socket. */
export function findSocket(port: number): string {
  return socketFolders.find((folder) => existsSync(`${folder}/.s.PGSQL.${port}`)) ?? '/tmp';
}

export function isSocket({ address }: Pick<Host, 'address'>): boolean {
  return address.startsWith('/') || address.startsWith('\\') || /^[A-Za-z]:\\/.test(address);
}

function toPort(text: string): number {
  if (text.trim() === '') return usualPort;
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new UserError('usage', `"${text}" is not the number of a port`, { hint: 'it goes from 1 to 65535' });
}

function toCountError(what: string, found: number, hosts: number): UserError {
  return new UserError('usage', `${found} values for ${what} and ${hosts} for host do not match`, { hint: 'give one for each host' });
}
