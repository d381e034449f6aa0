import { UserError } from '../errors.ts';
import { ask, git } from './git.ts';

/** The commit that a branch has left another at. Throws a `UserError` where there is no such ref, or the clone does not reach back so far. */
export async function findMergeBase(ref: string, root: string): Promise<string> {
  if (!(await isCommit(ref, root))) throw await toUnknownError(ref, root);
  const base = await git(root, ['merge-base', 'HEAD', await ask(root, toCommit(ref)).then((hash) => hash.trim())]);
  if (typeof base === 'string') return base.trim();
  if (await isShallow(root)) throw new UserError('usage', `this clone is too shallow to tell what changed since ${ref}`, { hint: fetchAll });
  throw new UserError('usage', `${ref} and what is checked out have no commit in common`, { hint: 'name the branch that this one was made from' });
}

const fetchAll = 'have it fetched whole: fetch-depth: 0 for actions/checkout, GIT_DEPTH: 0 for GitLab, or git fetch --unshallow';

function toCommit(ref: string): readonly string[] {
  return ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`];
}

async function isCommit(ref: string, root: string): Promise<boolean> {
  return typeof (await git(root, toCommit(ref))) === 'string';
}

async function isShallow(root: string): Promise<boolean> {
  return (await ask(root, ['rev-parse', '--is-shallow-repository'])).trim() === 'true';
}

async function toUnknownError(ref: string, root: string): Promise<UserError> {
  const message = `git knows no commit "${ref}"`;
  if (!(await isCommit('HEAD', root))) return new UserError('usage', message, { hint: 'nothing is committed yet: leave --since out' });
  if (await isCommit(`origin/${ref}`, root)) return new UserError('usage', message, { hint: `write --since origin/${ref}` });
  if (await isShallow(root)) return new UserError('usage', `${message}, and this clone is shallow`, { hint: fetchAll });
  return new UserError('usage', message, { hint: 'name a branch, a tag or a commit; one of a remote is there after git fetch, as origin/main' });
}
