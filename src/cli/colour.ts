import type { Output, Streams } from './streams.ts';

/** Whether to colour what goes to a stream: the flag decides, then `FORCE_COLOR`, then `NO_COLOR`, then whether it is a terminal. */
export function hasColour(flag: boolean | undefined, stream: Output, env: Streams['env']): boolean {
  if (flag !== undefined) return flag;
  const { FORCE_COLOR: forced, NO_COLOR: none, TERM: terminal } = env;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  if (none || terminal === 'dumb') return false;
  return stream.isTTY === true;
}
