import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Whom the server runs as. PostgreSQL refuses to run as root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account `nobody` of this machine. */
export function readNobody(): Account {
  const none = { uid: 65534, gid: 65534 };
  try {
    const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
    return uid === undefined ? none : { uid: Number(uid), gid: Number(gid) };
  } catch {
    return none;
  }
}

/** True if every folder above `path` lets the account pass, and `path` itself lets it read and pass or run. */
export function canReach(account: Account, path: string): boolean {
  if (!grants(account, path, 0o5)) return false;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (!grants(account, folder, 0o1)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function grants({ uid, gid }: Account, path: string, bits: number): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  const shift = found.uid === uid ? 6 : found.gid === gid ? 3 : 0;
  return ((found.mode >> shift) & bits) === bits;
}
