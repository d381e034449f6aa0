import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BrokenCluster } from './cluster.ts';
import type { Machine } from './machine.ts';

/** Makes an empty cluster in `folder`: from the one in planlint's package, where this account has no name, which initdb does not do without. */
export async function initialise(machine: Machine, folder: string): Promise<void> {
  try {
    await machine.system.initialise(machine, folder);
  } catch (error) {
    if (!isNameless(error as Error)) throw error;
    const { packedClusterOf, unpackCluster } = await import('./packed-cluster.ts');
    const packed = packedClusterOf(machine.binaries.build);
    if (!existsSync(packed)) throw error;
    unpackCluster(readFileSync(packed), join(folder, 'data'), machine.account);
  }
}

/** True if initdb failed because the system knows no name for the account that runs it. */
export function isNameless({ message }: Error): boolean {
  return message.includes('could not look up effective user ID');
}

/** Makes a cluster in `folder` from the one in `template`. Throws `BrokenCluster` where that cannot be copied. */
export async function copyCluster(machine: Machine, template: string, folder: string): Promise<void> {
  await machine.system.copy(machine, template, folder).catch((error: Error) => {
    throw new BrokenCluster(error.message);
  });
}
