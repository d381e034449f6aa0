import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../errors.ts';
import { type Environment, type Given, isKeyword, type Keyword } from './keywords.ts';

/** Where Debian's libpq and others look when `PGSYSCONFDIR` says nothing. */
const systemFolders = ['/etc/postgresql-common', '/etc'];

/** What the user's service file, or else the system's, says of a service. */
export function readService(name: string, env: Environment, home: string): Given {
  const { PGSERVICEFILE: named, PGSYSCONFDIR: folder } = env;
  if (named && !existsSync(named))
    throw new UserError('usage', `PGSERVICEFILE: there is no file ${named}`, { hint: 'name the file with the services' });
  const own = named || join(home, '.pg_service.conf');
  const files = [own, ...(folder ? [folder] : systemFolders).map((place) => join(place, 'pg_service.conf'))];
  for (const file of files.filter((path) => existsSync(path))) {
    const found = parseService(readFileSync(file, 'utf8'), name, file);
    if (found !== null) return found;
  }
  throw new UserError('usage', `the service ${name} is not defined`, { hint: `define [${name}] in ${own}, or name the file with PGSERVICEFILE` });
}

/** The keywords and values of a service, of each the first; `null` where the file does not have it. */
export function parseService(text: string, name: string, file: string): Given | null {
  let found: Partial<Record<Keyword, string>> | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('[')) {
      if (found !== null) return found;
      if (line.startsWith(`[${name}]`)) found = {};
    } else if (found !== null) {
      const [, keyword = '', value = ''] = /^([^=]*)=(.*)$/.exec(line) ?? [];
      if (!isKeyword(keyword) || keyword === 'service') {
        const hint = 'a line is keyword=value without spaces around the =, with a keyword of libpq other than service';
        throw new UserError('usage', `${file}:${index + 1}: this line of the service ${name} cannot be read`, { hint });
      }
      found[keyword] ??= value;
    }
  }
  return found;
}
