// Keeps an empty cluster in dist/cluster/, for accounts that initdb does not work for; npm runs it before it packs.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { initialise } from '../dist/src/database/data-directory.js';
import { openSite } from '../dist/src/database/embedded.js';
import { packCluster, packedClusterOf } from '../dist/src/database/packed-cluster.js';

const folder = mkdtempSync(join(tmpdir(), 'planlint-cluster-'));
try {
  chmodSync(folder, 0o755);
  const { machine } = await openSite({ cwd: folder, binaries: null });
  await initialise(machine, folder);
  const file = packedClusterOf(machine.binaries.build);
  rmSync(dirname(file), { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, packCluster(join(folder, 'data')));
  console.log(`${file}: ${(readFileSync(file).length / 1e6).toFixed(1)} MB`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
