import { randomUUID } from 'node:crypto';
import { chmod, chown, rename, rm, writeFile } from 'node:fs/promises';

/** Who may do what with a file. */
export interface Rights {
  readonly mode: number;
  readonly uid: number;
  readonly gid: number;
}

/** Puts a whole new content in a file's place, or leaves it as it is; the rights of a file that was there are kept where they are given. */
export async function replaceFile(target: string, text: string, rights?: Rights): Promise<void> {
  const draft = `${target}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text, { flag: 'wx' });
    if (rights !== undefined) {
      // Only the superuser may give a file away; for all others it is theirs already, or becomes theirs.
      await chown(draft, rights.uid, rights.gid).catch(() => {});
      await chmod(draft, rights.mode);
    }
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}
