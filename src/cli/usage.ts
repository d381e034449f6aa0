import { UserError } from '../errors.ts';

/** What commander found wrong with the command line, in the form of every other error. */
export function toUsageError({ message, code }: { readonly message: string; readonly code: string }, command: string): UserError {
  const [first = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const meant = /Did you mean (?:one of )?(.+)\?\)?$/.exec(suggestion ?? '')?.[1];
  if (meant !== undefined) return new UserError('usage', first, { hint: `did you mean ${meant}?` });
  if (code === 'commander.unknownCommand')
    return new UserError('usage', first, { hint: 'write planlint check <paths…> --schema <path> to check queries' });
  const [, refused, advice] = /^(.* is invalid)\. (.+?)\.?$/.exec(first) ?? [];
  if (refused !== undefined && advice !== undefined)
    return new UserError('usage', refused, { hint: advice.replace(/^Allowed choices are /, 'choose one of ') });
  return new UserError('usage', first.replace(/\.$/, ''), { hint: `run planlint ${command} --help to see what there is` });
}
