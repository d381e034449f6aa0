import { execFile } from 'node:child_process';
import { UserError } from '../errors.ts';

/** What git said when it refused a command. */
export interface GitRefusal {
  readonly refusal: string;
}

/** Runs git in a folder; gives what it prints, or why it refuses. Throws a `UserError` where there is no git. */
export function git(folder: string, args: readonly string[]): Promise<string | GitRefusal> {
  return new Promise((resolve, reject) => {
    // An editor that is at work in the repository is not kept waiting.
    execFile('git', ['--no-optional-locks', ...args], { cwd: folder, maxBuffer: 1 << 30, windowsHide: true }, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT')
        reject(new UserError('usage', 'git is not there to tell what changed', { hint: 'install git, or leave --since and --staged out' }));
      else resolve({ refusal: stderr.trim() });
    });
  });
}

/** The same for a command that has no reason to be refused. */
export async function ask(folder: string, args: readonly string[]): Promise<string> {
  const answer = await git(folder, args);
  if (typeof answer === 'string') return answer;
  throw new UserError('usage', `git ${args[0]} fails: ${answer.refusal.split('\n')[0]}`, { hint: 'run it by hand to see why' });
}

/** Paths that end with a NUL character, as `-z` has git print them. */
export function toPaths(text: string): readonly string[] {
  return text.split('\0').filter((path) => path !== '');
}
