import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { startProxy, type WireProxy } from '../../src/capture/proxy.ts';
import { dial } from '../../src/connection/dial.ts';
import { long, query } from './wire.ts';

const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const greeting = Buffer.concat([long(19), long(196_608), Buffer.from('user\0anna\0\0')]);

/** What stands in for a server, and the proxy in front of it. */
async function stand(serve: (socket: Socket) => void): Promise<{ proxy: WireProxy; told: unknown[] }> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {});
    ends.push(() => socket.destroy());
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const told: unknown[] = [];
  const host = { name: '127.0.0.1', address: '127.0.0.1', port };
  const proxy = await startProxy(
    () => dial({ host, tls: null, isDirect: false }),
    (execution) => told.push(execution),
  );
  ends.push(() => proxy.close(0));
  return { proxy, told };
}

async function enter({ host, port }: WireProxy): Promise<Socket> {
  const client = connect({ host, port, allowHalfOpen: true });
  client.on('error', () => {});
  await once(client, 'connect');
  ends.push(() => client.destroy());
  return client;
}

async function readAll(socket: Socket): Promise<Buffer> {
  const pieces: Buffer[] = [];
  // Iterating would close the other direction, too.
  socket.on('data', (piece: Buffer) => pieces.push(piece));
  await once(socket, 'end');
  return Buffer.concat(pieces);
}

test('every byte in both directions, also of what is no message, and of what follows the end of one side', async () => {
  const [said, answered] = [randomBytes(3_000_000), randomBytes(3_000_000)];
  // A length below zero.
  said[1] = 0xff;
  const heard = withResolvers<Buffer>();
  const { proxy, told } = await stand(async (socket) => {
    heard.resolve(await readAll(socket));
    socket.end(answered);
  });
  const client = await enter(proxy);
  client.end(Buffer.concat([greeting, said]));
  expect((await readAll(client)).equals(answered)).toBe(true);
  expect((await heard.promise).equals(Buffer.concat([greeting, said]))).toBe(true);
  expect(told).toEqual([null]);
});

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((take) => {
    resolve = take;
  });
  return { promise, resolve };
}

test('a greeting that comes byte by byte, behind requests for encryption, each of which is answered with no', async () => {
  const first = withResolvers<Buffer>();
  const { proxy } = await stand((socket) => socket.once('data', first.resolve));
  const client = await enter(proxy);
  const asked = [Buffer.concat([long(8), long(80_877_104)]), Buffer.concat([long(8), long(80_877_103)])];
  for (const request of asked) {
    client.write(request);
    expect(String((await once(client, 'data'))[0])).toBe('N');
  }
  for (const byte of greeting) {
    client.write(Buffer.from([byte]));
    await delay(1);
  }
  expect((await first.promise).equals(greeting)).toBe(true);
});

test('no client that speaks another protocol', async () => {
  const { proxy } = await stand(() => {});
  for (const text of ['GET / HTTP/1.1\r\n\r\n', '\u0016\u0003\u0001\u0002\0\u0001\0\u0001']) {
    const client = await enter(proxy);
    client.write(text, 'latin1');
    expect((await readAll(client)).length).toBe(0);
  }
});

test('no more than fits between a server that says much and a client that does not listen', async () => {
  let written = 0;
  const { proxy } = await stand((socket) => {
    const piece = Buffer.alloc(65_536);
    const write = (): void => {
      while (written < 500_000_000 && socket.write(piece)) written += piece.length;
    };
    socket.on('drain', write);
    socket.once('data', write);
  });
  const client = await enter(proxy);
  client.write(greeting);
  let last = -1;
  while (written !== last || last === 0) {
    last = written;
    await delay(200);
  }
  expect(written).toBeLessThan(60_000_000);
});

test('a break on the side of the server', async () => {
  const { proxy, told } = await stand((socket) => socket.once('data', () => setTimeout(() => socket.resetAndDestroy(), 50)));
  const client = await enter(proxy);
  client.write(Buffer.concat([greeting, query('SELECT 1')]));
  await once(client.resume(), 'end');
  expect(told).toMatchObject([{ sql: 'SELECT 1', durationMs: null }]);
});

test('why there is no server, as a server would say it', async () => {
  const proxy = await startProxy(
    () => dial({ host: { name: 'localhost', address: '127.0.0.1', port: 1 }, tls: null, isDirect: false }),
    () => {},
  );
  ends.push(() => proxy.close(0));
  const client = await enter(proxy);
  client.write(greeting);
  const answer = (await readAll(client)).toString();
  expect(answer).toMatch(/^E....SFATAL\0VFATAL\0C08006\0Mplanlint: no connection to the server: connect ECONNREFUSED 127\.0\.0\.1:1\0\0$/s);
});

test('to the end what was sent by a client that did not wait for an answer', async () => {
  const heard = withResolvers<Buffer>();
  const { proxy } = await stand(async (socket) => heard.resolve(await readAll(socket)));
  const client = await enter(proxy);
  const sent = Buffer.concat([greeting, query('x'.repeat(5_000_000))]);
  client.end(sent);
  await once(client, 'finish');
  await proxy.close(5_000);
  expect((await heard.promise).length).toBe(sent.length);
});
