import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const ownHost = '127.0.0.1';

/** The socket is in a folder that nobody else can enter; a port is open to everyone on the machine. */
const lines = `local all all trust\nhost all all ${ownHost}/32 scram-sha-256\n`;

/** Lets in by the network whoever has a password, from the server's next start on. */
export function allowPort(folder: string): void {
  writeFileSync(join(folder, 'data', 'pg_hba.conf'), lines);
}
