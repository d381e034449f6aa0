import type { Cluster, Connect, Hold } from './cluster.ts';
import type { Machine } from './machine.ts';

/** What is done in one way on POSIX systems and in another on Windows. */
export interface System {
  /** Makes an empty cluster in `folder`. Throws with the last of what initdb wrote to standard error. */
  initialise(machine: Machine, folder: string): Promise<void>;
  /** Makes a cluster in `folder` from the one in `template`. Throws where that cannot be copied. */
  copy(machine: Machine, template: string, folder: string): Promise<void>;
  /** Connects to the cluster's server, which is started if none runs. Throws `BrokenCluster`, and what `connect` throws. */
  hold<T>(machine: Machine, cluster: Cluster, connect: Connect<T>): Promise<Hold<T>>;
  /** True while a run uses the data directory in `folder`, or a server is still there. */
  isHeld(folder: string): boolean;
}
