import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Front, openFront, type Told } from './front.ts';
import { long } from './wire.ts';

let front: Front;
beforeAll(async () => {
  front = await openFront();
});
afterAll(() => front.close());

const clients: pg.Client[] = [];
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => {})));
  front.told.splice(0);
});
async function open(config: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = await front.connect(config);
  clients.push(client);
  return client;
}

const textOf = (told: readonly Told[]): readonly unknown[] => told.map((one) => (one?.params === undefined ? one?.sql : [one.sql, one.params]));

describe('is told', () => {
  test('a text without parameters as it is, with its comments', async () => {
    const client = await open({ application_name: 'shop' });
    await client.query(`SELECT 1 /* controller='entries' */; SELECT 2`);
    expect(await front.take(1)).toEqual([
      { sql: `SELECT 1 /* controller='entries' */; SELECT 2`, application: 'shop', durationMs: expect.any(Number) },
    ]);
  });

  test('values in their text form', async () => {
    const client = await open();
    await client.query('SELECT $1::int, $2::text, $3::timestamptz', [7, null, '2026-01-02 03:04:05+01']);
    expect(textOf(await front.take(1))).toEqual([['SELECT $1::int, $2::text, $3::timestamptz', ['7', null, '2026-01-02 03:04:05+01']]]);
  });

  test('binary values whose type is told, and no others', async () => {
    const client = await open();
    const values = [Buffer.from([0, 0, 0, 42]), Buffer.from('abc'), '5'];
    await client.query({
      text: 'SELECT $1::int4, $2::bytea, $3',
      values,
      types: Object.assign([23, 0, 25], { getTypeParser: pg.types.getTypeParser }),
    } as unknown as pg.QueryConfig);
    const [told] = await front.take(1);
    expect(told).toMatchObject({ params: { 1: '42', 3: '5' }, types: ['int4', null, 'text'] });
  });

  test('a prepared statement each time that it is executed', async () => {
    const client = await open();
    for (const id of [1, 2, 3]) await client.query({ name: 'find-entry', text: 'SELECT * FROM entry WHERE id = $1', values: [id] });
    const told = await front.take(3);
    expect(textOf(told)).toEqual(['1', '2', '3'].map((id) => ['SELECT * FROM entry WHERE id = $1', [id]]));
    expect(told.map((one) => one?.name)).toEqual(['find-entry', 'find-entry', 'find-entry']);
  });

  test('statements that are sent before the answers to others, also where one of them fails', async () => {
    const client = await open({ pipeline: true } as pg.ClientConfig);
    const answers = Array.from({ length: 100 }, (_, index) =>
      client.query(`SELECT 10 / $1::int AS n`, [index - 50]).then(
        ({ rows }) => rows[0].n,
        () => 'failed',
      ),
    );
    const expected = Array.from({ length: 100 }, (_, index) => (index === 50 ? 'failed' : Math.trunc(10 / (index - 50)) + 0));
    expect((await Promise.all(answers)).map((answer) => (answer === 'failed' ? answer : answer + 0))).toEqual(expected);
    expect(textOf(await front.take(100))).toEqual(Array.from({ length: 100 }, (_, index) => ['SELECT 10 / $1::int AS n', [String(index - 50)]]));
  });

  test('what fails, and what a failed transaction refuses', async () => {
    const client = await open();
    const sent = ['BEGIN', 'SELECT * FROM nowhere', 'SELECT 1', 'ROLLBACK', 'SELECT 2'];
    for (const sql of sent) await client.query(sql).catch(() => {});
    await client.query('SELECT * FROM nowhere WHERE id = $1', ['x']).catch(() => {});
    expect(textOf(await front.take(6))).toEqual([...sent, ['SELECT * FROM nowhere WHERE id = $1', ['x']]]);
  });

  test('a portal once, in however many pieces its rows are fetched', async () => {
    const client = await open();
    const { rows } = await client.query({ text: 'SELECT * FROM entry WHERE id <= $1', values: [10], rows: 3 } as unknown as pg.QueryConfig);
    expect(rows).toHaveLength(10);
    expect(textOf(await front.take(1))).toEqual([['SELECT * FROM entry WHERE id <= $1', ['10']]]);
  });

  test('cursors and settings of a transaction', async () => {
    const client = await open();
    const sent = [
      'BEGIN',
      "SET LOCAL app.tenant = 'acme'",
      'DECLARE c CURSOR FOR SELECT * FROM entry ORDER BY id',
      'FETCH 2 FROM c',
      'CLOSE c',
      'COMMIT',
    ];
    for (const sql of sent) await client.query(sql);
    expect(textOf(await front.take(6))).toEqual(sent);
  });

  test('how long a statement took, apart from those in front of it', async () => {
    const client = await open({ pipeline: true } as pg.ClientConfig);
    await Promise.all([client.query('SELECT pg_sleep(0.3)'), client.query('SELECT 1')]);
    const [slow, fast] = await front.take(2);
    expect(slow?.durationMs).toBeGreaterThan(290);
    expect(fast?.durationMs).toBeLessThan(290);
  });
});

describe('passes on', () => {
  test('COPY in both directions', async () => {
    const client = await open();
    await client.query('CREATE TABLE copied (id int, note text)');
    const lines = Array.from({ length: 20_000 }, (_, index) => `${index}\tnote ${index}\n`).join('');
    await copyIn(client, 'COPY copied FROM STDIN', lines);
    expect(await copyOut(client, 'COPY (SELECT * FROM copied ORDER BY id) TO STDOUT')).toBe(lines);
    await client.query('DROP TABLE copied');
    expect(textOf(await front.take(4))).toEqual([
      'CREATE TABLE copied (id int, note text)',
      'COPY copied FROM STDIN',
      'COPY (SELECT * FROM copied ORDER BY id) TO STDOUT',
      'DROP TABLE copied',
    ]);
  });

  test('notifications', async () => {
    const [hearer, speaker] = [await open(), await open()];
    await hearer.query('LISTEN news');
    const heard = once(hearer, 'notification');
    await speaker.query("NOTIFY news, 'hello'");
    expect((await heard)[0]).toMatchObject({ channel: 'news', payload: 'hello' });
  });

  test('a request to cancel', async () => {
    const client = await open();
    const { processID, secretKey } = client as unknown as { processID: number; secretKey: number };
    const refused = client.query('SELECT pg_sleep(60)').catch((error) => error.code);
    await delay(100);
    const { hostname, port } = new URL(front.url);
    const socket = connect({ host: hostname, port: Number(port) });
    socket.write(Buffer.concat([long(16), long(80_877_102), long(processID), long(secretKey)]));
    const closed = once(socket.resume(), 'close');
    expect(await refused).toBe('57014');
    await closed;
    expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a value and a row of 10 MB', async () => {
    const client = await open();
    const big = 'ü'.repeat(5 * 1024 * 1024);
    const { rows } = await client.query('SELECT $1::text AS back, md5($1::text) AS hash', [big]);
    expect(rows[0].back === big).toBe(true);
    expect(rows[0].hash).toBe(createHash('md5').update(big).digest('hex'));
    const [told] = await front.take(1);
    expect(Array.isArray(told?.params) && told.params[0] === big).toBe(true);
  });

  test('a hundred sessions at once', async () => {
    const all = await Promise.all(Array.from({ length: 100 }, () => open()));
    const answers = await Promise.all(
      all.map(async (client, index) => {
        const seen: number[] = [];
        for (let turn = 0; turn < 5; turn += 1) seen.push((await client.query('SELECT id FROM entry WHERE id = $1', [index + 1])).rows[0].id);
        return seen;
      }),
    );
    expect(answers).toEqual(all.map((_, index) => Array.from({ length: 5 }, () => index + 1)));
    expect(await front.take(500)).toHaveLength(500);
  });

  test('a refused log-in', async () => {
    await expect(front.connect({ password: 'wrong', connectionString: front.url.replace(/:[^:@]*@/, ':wrong@') })).rejects.toMatchObject({
      code: '28P01',
    });
  });
});

describe('a session that breaks', () => {
  const sessions = async (client: pg.Client, pid: number): Promise<number> =>
    (await client.query('SELECT count(*)::int AS n FROM pg_stat_activity WHERE pid = $1', [pid])).rows[0].n;
  const pidOf = (client: pg.Client): number => (client as unknown as { processID: number }).processID;

  test('on the side of the client ends on the server', async () => {
    const [lost, other] = [await open(), await open()];
    await lost.query('BEGIN');
    const pid = pidOf(lost);
    (lost as unknown as { connection: { stream: { resetAndDestroy(): void } } }).connection.stream.resetAndDestroy();
    let left = 1;
    for (let tries = 0; left > 0 && tries < 200; tries += 1) {
      left = await sessions(other, pid);
      await delay(10);
    }
    expect(left).toBe(0);
  });

  test('on the side of the server ends for the client, with what the server said, and no other does', async () => {
    const [lost, other] = [await open(), await open()];
    const refused = lost.query('SELECT pg_sleep(60)').catch((error) => error.code);
    await delay(50);
    const ended = new Promise((resolve) => lost.once('end', resolve));
    await other.query('SELECT pg_terminate_backend($1)', [pidOf(lost)]);
    expect(await refused).toBe('57P01');
    await ended;
    expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(textOf(await front.take(3))).toContain('SELECT pg_sleep(60)');
  });
});

interface CopyWire {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

async function copyIn(client: pg.Client, text: string, data: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const copying = Object.assign(new pg.Query(text), {
      handleCopyInResponse(wire: CopyWire) {
        wire.sendCopyFromChunk(Buffer.from(data));
        wire.endCopyFrom();
      },
    });
    copying.on('end', () => resolve());
    copying.on('error', reject);
    client.query(copying);
  });
}

async function copyOut(client: pg.Client, text: string): Promise<string> {
  const pieces: Buffer[] = [];
  await new Promise<void>((resolve, reject) => {
    const copying = Object.assign(new pg.Query(text), { handleCopyData: ({ chunk }: { chunk: Buffer }) => pieces.push(Buffer.from(chunk)) });
    copying.on('end', () => resolve());
    copying.on('error', reject);
    client.query(copying);
  });
  return Buffer.concat(pieces).toString();
}
