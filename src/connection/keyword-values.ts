import { UserError } from '../errors.ts';
import { type Given, isKeyword } from './keywords.ts';

/** `keyword = value keyword='value'`; a backslash takes the meaning off what follows it. */
const pair = /\s*([^\s=]+)\s*=\s*(?:'((?:[^'\\]|\\.)*)'(?=\s|$)|((?:[^\s'\\]|\\.)(?:[^\s\\]|\\.)*)?(?=\s|$))/sy;

/** Reads keywords and values as libpq does. Never quotes the text: a password may stand in it. */
export function parseKeywordValues(text: string): Given {
  const given: Record<string, string> = {};
  const end = text.trimEnd().length;
  let at = 0;
  while (at < end) {
    pair.lastIndex = at;
    const [whole, keyword = '', quoted, bare = ''] = pair.exec(text) ?? [];
    if (whole === undefined) {
      const hint = "write keyword=value keyword='value with spaces'; in a value \\' stands for a quote and \\\\ for a backslash";
      throw new UserError('usage', '--url: its keywords and values cannot be read', { hint });
    }
    if (!isKeyword(keyword)) throw toUnknownError(keyword);
    given[keyword] = (quoted ?? bare).replace(/\\(.)/gs, '$1');
    at += whole.length;
  }
  return given;
}

function toUnknownError(keyword: string): UserError {
  const hint = 'it takes those of libpq: host, port, dbname, user, password, service, sslmode and so on';
  return new UserError('usage', `--url: libpq knows no keyword "${keyword}"`, { hint });
}
