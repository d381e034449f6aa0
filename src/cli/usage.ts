import { UserError } from '../errors.ts';

const help = 'planlint check --help lists what there is';

/** What commander found wrong with the command line, in the form of every other error. */
export function toUsageError({ message, code }: { readonly message: string; readonly code: string }): UserError {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const meant = /Did you mean (?:one of )?(.+)\?\)?$/.exec(suggestion ?? '')?.[1];
  if (meant !== undefined) return new UserError('usage', first, { hint: `did you mean ${meant}?` });
  if (code === 'commander.unknownCommand') return new UserError('usage', first, { hint: 'planlint check <paths…> --schema <path> checks queries' });
  return new UserError('usage', first.replace(/\.$/, ''), { hint: help });
}
