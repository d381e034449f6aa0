import { BrokenCluster, type Way } from './cluster.ts';
import type { Connection } from './server.ts';

/** A database of a server of ours. */
export interface OwnAddress extends Way {
  readonly database?: string;
}

/** Connects to a server of planlint's own; `null` where it takes nobody at the moment. Throws `BrokenCluster` where it lets nobody in. */
export async function connectTo(
  { database = 'postgres', ...way }: OwnAddress,
  settings: Readonly<Record<string, string>>,
): Promise<Connection | null> {
  const { connect, isPassing, isServerSide } = await import('./server.ts');
  try {
    return await connect({ ...way, user: 'postgres', database }, settings);
  } catch (error) {
    if (isPassing(error)) return null;
    // The user's settings are no part of it, which leaves the server's own files.
    if (isServerSide(error)) throw new BrokenCluster((error as Error).message);
    throw error;
  }
}
