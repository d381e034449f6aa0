import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A message: its type, and fields of text, numbers of two (`short`) and four bytes, and bytes as they are. */
export function message(type: string, ...fields: readonly (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    fields.map((field) => (typeof field === 'string' ? Buffer.from(`${field}\0`) : typeof field === 'number' ? long(field) : field)),
  );
  return Buffer.concat([Buffer.from(type), long(body.length + 4), body]);
}

export function long(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

export function short(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

const letter = (text: string): Buffer => Buffer.from(text);
const none = short(0);

export const parse = (sql: string, name = ''): Buffer => message('P', name, sql, none);
/** Binds values in their text form. */
export const bind = (values: readonly string[], name = '', portal = ''): Buffer => {
  const sent = values.flatMap((value) => [long(Buffer.byteLength(value)), Buffer.from(value)]);
  return message('B', portal, name, none, short(values.length), ...sent, none);
};
/** The same of an unnamed statement, of values in any encoding. */
export const bindBytes = (...values: readonly Buffer[]): Buffer =>
  message('B', '', '', none, short(values.length), ...values.flatMap((value) => [long(value.length), value]), none);
export const describe = (name = ''): Buffer => message('D', letter('S'), name);
export const execute = (rows = 0, portal = ''): Buffer => message('E', portal, rows);
export const close = (kind: 'S' | 'P', name: string): Buffer => message('C', letter(kind), name);
export const sync = message('S');
export const flush = message('H');
export const query = (sql: string): Buffer => message('Q', sql);

/** A session without a driver. */
export interface Wire {
  readonly socket: Socket;
  send(...messages: readonly Buffer[]): void;
  /** The types of the messages that came, up to the one that is awaited for the so manieth time. */
  until(type: string, times?: number): Promise<string>;
}

/** Logs in where no password is asked for, or with one in plain text. */
export async function openWire(url: string): Promise<Wire> {
  const { hostname, port, username, pathname } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  let held = Buffer.alloc(0);
  let types = '';
  socket.on('data', (piece: Buffer) => {
    held = Buffer.concat([held, piece]);
    while (held.length >= 5 && held.length > held.readInt32BE(1)) {
      types += String.fromCharCode(held[0] ?? 0);
      held = held.subarray(held.readInt32BE(1) + 1);
    }
  });
  const wire: Wire = {
    socket,
    send: (...messages) => void socket.write(Buffer.concat(messages)),
    async until(type, times = 1) {
      for (let tries = 0; types.split(type).length <= times && !socket.destroyed && tries < 1000; tries += 1) await delay(5);
      const seen = types.replace(/[SKN]/g, '');
      types = '';
      return seen;
    },
  };
  const body = Buffer.concat([long(196_608), Buffer.from(`user\0${username}\0database\0${pathname.slice(1)}\0application_name\0wire\0\0`)]);
  wire.send(Buffer.concat([long(body.length + 4), body]));
  await wire.until('Z');
  return wire;
}
