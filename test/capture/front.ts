import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { openBackend } from '../../src/capture/backend.ts';
import { startProxy, type WireProxy } from '../../src/capture/proxy.ts';
import { type CapturedStatement, toCaptured } from '../../src/capture/record.ts';
import type { PrivateServer } from '../../src/database/private-server.ts';

/** A statement that the proxy told of; `null` where it could not be read. */
export type Told = (CapturedStatement & { readonly durationMs: number | null }) | null;

/** A server of our own with the proxy in front of it. */
export interface Front {
  readonly url: string;
  readonly directUrl: string;
  readonly proxy: WireProxy;
  readonly told: Told[];
  /** A client that goes through the proxy. */
  connect(config?: pg.ClientConfig): Promise<pg.Client>;
  /** The texts told of since the last time, when there are so many. */
  take(count: number): Promise<readonly Told[]>;
  close(): Promise<void>;
}

export const schema = `
  CREATE TABLE entry (id int PRIMARY KEY, note text);
  INSERT INTO entry SELECT n, 'note ' || n FROM generate_series(1, 1000) n;`;

export async function openFront(): Promise<Front> {
  const folder = mkdtempSync(join(tmpdir(), 'planlint-front-'));
  writeFileSync(join(folder, 'schema.sql'), schema);
  const backend = await openBackend({ schema: [folder], seed: [], cwd: folder, settings: {}, binaries: null });
  rmSync(folder, { recursive: true });
  return frontOf(backend);
}

export async function frontOf({ access, dial, close }: Awaited<ReturnType<typeof openBackend>>): Promise<Front> {
  const told: Told[] = [];
  const proxy = await startProxy(dial, (execution, sender) =>
    told.push(execution === null ? null : { ...toCaptured(execution, { ...sender, site: null }), durationMs: execution.durationMs }),
  );
  const toUrl = ({ host, port }: Pick<PrivateServer['access'], 'host' | 'port'>): string =>
    `postgresql://${access.user}:${access.password}@${host}:${port}/${access.database}`;
  const url = toUrl(proxy);
  return {
    url,
    directUrl: toUrl(access),
    proxy,
    told,
    async connect(config = {}) {
      const client = new pg.Client({ connectionString: url, ...config });
      client.on('error', () => {});
      await client.connect();
      return client;
    },
    async take(count) {
      for (let tries = 0; told.length < count && tries < 400; tries += 1) await delay(5);
      return told.splice(0);
    },
    async close() {
      await proxy.close(0);
      await close();
    },
  };
}
