import { basename, join } from 'node:path/posix';
import { UserError } from '../../errors.ts';
import { type Folder, isThere, readText } from '../files.ts';
import type { Layout } from '../layout.ts';

const planName = 'sqitch.plan';

interface Step {
  readonly name: string;
  /** Tags between this and the change of the same name that reworks it. */
  readonly tags: readonly string[];
}

/** What `sqitch.plan` deploys, in its order. A change that was reworked later stands in `deploy/name@tag.sql`. */
export const sqitch: Layout = {
  tool: 'Sqitch',
  list(folder) {
    const place = findPlan(folder);
    if (place === null) return null;
    return readPlan(readText(join(place, planName), folder.cwd)).map((step) => findScript(place, folder.cwd, step));
  },
};

/** The folder of the plan: that of `deploy/` is one up, and `sqitch.conf` may name another. */
function findPlan(folder: Folder): string | null {
  const { path, cwd, files } = folder;
  if (files.includes(planName)) return path;
  if (basename(path) === 'deploy' && isThere(join(path, '..', planName), cwd)) return join(path, '..');
  if (!files.includes('sqitch.conf')) return null;
  const [, top = ''] = /^\s*top_dir\s*=\s*"?(.*?)"?\s*$/m.exec(readText(`${path}/sqitch.conf`, cwd)) ?? [];
  return isThere(join(path, top, planName), cwd) ? join(path, top) : null;
}

/** Changes of a plan: a name, then its dependencies in brackets, a date and a person. */
export function readPlan(text: string): readonly Step[] {
  const steps: { name: string; tags: string[]; isReworked: boolean }[] = [];
  for (const line of text.split('\n')) {
    const [, operator, word] = /^\s*([+-]?)\s*([^\s#%]\S*)/.exec(line) ?? [];
    if (word === undefined || operator === '-') continue;
    if (word.startsWith('@')) {
      for (const step of steps) if (!step.isReworked) step.tags.push(word);
      continue;
    }
    const earlier = steps.find((step) => step.name === word && !step.isReworked);
    if (earlier !== undefined) earlier.isReworked = true;
    steps.push({ name: word, tags: [], isReworked: false });
  }
  return steps.map(({ name, tags, isReworked }) => ({ name, tags: isReworked ? tags : [] }));
}

function findScript(place: string, cwd: string, { name, tags }: Step): string {
  const scripts = tags.length === 0 ? [name] : tags.map((tag) => name + tag);
  const found = scripts.map((script) => join(place, 'deploy', `${script}.sql`)).find((script) => isThere(script, cwd));
  if (found !== undefined) return found;
  throw new UserError('usage', `${join(place, planName)}: deploys ${name}, and there is no deploy/${scripts[0]}.sql`, {
    hint: 'bring the script back, or take the change out of the plan',
  });
}
