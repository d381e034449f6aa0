import { randomUUID } from 'node:crypto';
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { makeFolders } from '../make-folders.ts';

/** A file that takes its name when it is whole. */
export interface CaptureFile {
  write(text: string): void;
  keep(): void;
  /** Of no use after `keep`. */
  discard(): void;
}

/** Opens the file before there is anything to write, and throws a `UserError` where it cannot. Others than its owner may not read it: it holds the values that a program sent. */
export function openCaptureFile(path: string): CaptureFile {
  const draft = `${path}.${randomUUID()}.tmp`;
  let fault: unknown = null;
  const tryTo = (action: () => void): void => {
    try {
      if (fault === null) action();
    } catch (error) {
      fault = error;
    }
  };
  let file = -1;
  tryTo(() => {
    makeFolders(dirname(path));
    file = openSync(draft, 'wx', 0o600);
  });
  const refuse = (): void => {
    if (fault === null) return;
    const hint = 'name a file in a folder that you may write to after --out';
    throw new UserError('usage', `the capture cannot be written to ${path}: ${reasonOf(fault)}`, { hint, cause: fault });
  };
  refuse();
  return {
    // Who hands a line over is in the middle of a session.
    write: (text) => tryTo(() => writeSync(file, text)),
    keep() {
      tryTo(() => renameSync(draft, path));
      refuse();
    },
    discard() {
      closeSync(file);
      rmSync(draft, { force: true });
    },
  };
}
