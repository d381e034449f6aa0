import { readFileSync, statSync } from 'node:fs';

/** What a line of a password file is looked up by. */
export interface Login {
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
}

/** A password, and why there is none in a file that is there. */
export interface Lookup {
  readonly password: string | null;
  /** What is wrong with the file, to put behind its path. */
  readonly fault: string | null;
}

const nothing: Lookup = { password: null, fault: null };

/** Looks a password up in a file that nobody but its owner may read. */
export function readPassword(file: string, login: Login, isWindows: boolean): Lookup {
  try {
    const { mode } = statSync(file);
    if (!statSync(file).isFile()) return { password: null, fault: 'is not a plain file, and is passed over' };
    if (!isWindows && (mode & 0o077) !== 0) return { password: null, fault: 'is open to others than its owner, and passed over: chmod 600 it' };
    return { password: findPassword(readFileSync(file, 'utf8'), login), fault: null };
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? nothing : { password: null, fault: 'cannot be read' };
  }
}

/** The password of the first line that fits: `host:port:database:user:password`, each of the first four a `*` or a text with `\:` and `\\` escaped. */
export function findPassword(text: string, { host, port, database, user }: Login): string | null {
  const wanted = [host, String(port), database, user];
  for (const raw of text.split('\n')) {
    if (raw.startsWith('#')) continue;
    const line = raw.replace(/\r+$/, '');
    const fields = line.match(/(?:[^:\\]|\\.|\\$)*(?::|$)/g)?.map((field) => field.replace(/:$/, '')) ?? [];
    const fits = wanted.every((value, index) => fields[index] === '*' || unescaped(fields[index] ?? '') === value);
    if (fits && fields.length > wanted.length) return unescaped(fields[wanted.length] ?? '') || null;
  }
  return null;
}

function unescaped(field: string): string {
  return field.replace(/\\(.)/g, '$1');
}
