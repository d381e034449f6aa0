import { BrokenCluster } from './cluster.ts';
import type { Connection } from './server.ts';

export interface OwnAddress {
  /** The folder of the socket. */
  readonly host: string;
  readonly port?: number;
  readonly database?: string;
}

/** Connects to a server of planlint's own; `null` where it takes nobody at the moment. Throws `BrokenCluster` where it lets nobody in. */
export async function connectTo(
  { host, port = 5432, database = 'postgres' }: OwnAddress,
  settings: Readonly<Record<string, string>>,
): Promise<Connection | null> {
  const { connect, isPassing, isServerSide } = await import('./server.ts');
  try {
    return await connect({ host, port, user: 'postgres', database }, settings);
  } catch (error) {
    if (isPassing(error)) return null;
    // The user's settings are no part of it, which leaves the server's own files.
    if (isServerSide(error)) throw new BrokenCluster((error as Error).message);
    throw error;
  }
}
