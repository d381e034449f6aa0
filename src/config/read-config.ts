import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { reasonOf } from '../errno.ts';
import { UserError } from '../errors.ts';
import { toPosition } from '../sql/span.ts';

/** What a config file holds, whatever it is. `shown` is what messages call it. Throws a `UserError` where it cannot be read or run. */
export async function readConfig(path: string, shown: string): Promise<unknown> {
  if (extname(path) !== '.json') return importDefault(path, shown);
  const text = await readFile(path, 'utf8').catch((cause) => {
    throw new UserError('config', `${shown} cannot be read: ${reasonOf(cause)}`, { hint: 'name a file that this user can read', cause });
  });
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (cause) {
    throw new UserError('config', `${shown}${toLine(text, cause as Error)}: not JSON`, {
      hint: 'JSON has double quotes, no comments, and no comma behind the last entry; planlint.config.js may have all of them',
      cause,
    });
  }
}

/** The engine names a place, or quotes one. */
function toLine(text: string, { message }: Error): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  const quoted = /, (?:\.\.\.)?"([\s\S]*?)"(?:\.\.\.)? is not valid JSON/.exec(message)?.[1];
  const offset = position === undefined ? (quoted === undefined ? -1 : text.indexOf(quoted)) : Number(position);
  return offset === -1 ? '' : `:${toPosition(text, Math.min(offset, text.length)).line}`;
}

async function importDefault(path: string, shown: string): Promise<unknown> {
  try {
    const { default: config } = /\.m?ts$/.test(path) ? await importTypeScript(path) : await import(pathToFileURL(path).href);
    return config;
  } catch (cause) {
    throw new UserError('config', `${shown} cannot be run: ${(cause as Error)?.message ?? cause}`, {
      hint: 'it has to export its settings as default',
      cause,
    });
  }
}

/** Node.js 20 does not read TypeScript. */
async function importTypeScript(path: string): Promise<{ readonly default: unknown }> {
  const { createJiti } = await import('jiti');
  return createJiti(import.meta.url, { fsCache: false }).import(path);
}
