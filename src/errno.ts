const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EEXIST: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  EROFS: 'the file system is read-only',
  ENOSPC: 'no space is left',
  EDQUOT: 'no space is left',
  EBADF: 'it is closed',
  EIO: 'the device fails',
  ERR_FS_FILE_TOO_LARGE: 'it is too large',
  ERR_STRING_TOO_LONG: 'it is too large',
};

/** Why the system refused to read or write something, in a few words to put behind a colon. */
export function reasonOf(error: unknown): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  // Node.js puts the call and the path behind a comma.
  return reasons[code] ?? message.replace(/,.*/s, '');
}
