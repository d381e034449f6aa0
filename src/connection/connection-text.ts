import { UserError } from '../errors.ts';
import { parseKeywordValues } from './keyword-values.ts';
import type { Environment } from './keywords.ts';
import { isUri, parseUri, type Uri } from './uri.ts';

const forms = 'write --url postgresql://user@host:5432/database, --url "service=…", or the name of the variable that holds such';

/** Reads what follows `--url`: a URI, keywords and values, or the name of a variable of the environment, and no variable is read that is not named. */
export function readConnectionText(url: string, env: Environment): Uri {
  const text = url.trim();
  if (/^[A-Za-z_]\w*$/.test(text)) {
    const value = env[text]?.trim() ?? '';
    if (value === '') throw new UserError('usage', `--url ${text}: the environment has no variable ${text}`, { hint: forms });
    return parseText(value);
  }
  return parseText(text);
}

function parseText(text: string): Uri {
  if (isUri(text)) return parseUri(text);
  if (text.includes('=') && !/^\w+:\/\//.test(text)) return { given: parseKeywordValues(text), searchPath: null };
  const message = text === '' ? '--url is empty' : '--url is neither a URI nor keywords and values';
  throw new UserError('usage', message, { hint: forms });
}
