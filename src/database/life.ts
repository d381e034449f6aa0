import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A named pipe beside a data directory that every run keeps open for writing as long as it uses the server. The kernel closes it with the process,
 * however that ends; when nobody has it open any more, the watcher that was started with the server reads its end.
 */
export function openLife(folder: string): number {
  return openSync(toPipe(folder), constants.O_RDWR);
}

export function toPipe(folder: string): string {
  return join(folder, 'life');
}

/** True while a run uses the data directory, or a server is still there. */
export function isHeld(folder: string): boolean {
  try {
    // Without waiting, a pipe opens for writing only where somebody has it open for reading.
    closeSync(openSync(toPipe(folder), constants.O_WRONLY | constants.O_NONBLOCK));
    return true;
  } catch (error) {
    // A pipe of another user's may be in use.
    return ['EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}
