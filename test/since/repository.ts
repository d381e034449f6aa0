import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'planlint-since-')));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let made = 0;

export type Files = Readonly<Record<string, string | object | null>>;

/** A repository in a folder of its own. */
export interface Repository {
  readonly root: string;
  git(...args: readonly string[]): string;
  /** `null` takes a file away. */
  write(files: Files): void;
  commit(): void;
}

/** An empty folder. */
export function newFolder(): string {
  const root = join(folder, `${made++}`);
  mkdirSync(root);
  return root;
}

/** A repository whose branch `main` holds the files, and whose branch `work`, which is checked out, begins there. */
export function newRepository(files: Files): Repository {
  const repository = openRepository(newFolder());
  repository.git('init', '-q', '-b', 'main');
  repository.write(files);
  repository.commit();
  repository.git('checkout', '-q', '-b', 'work');
  return repository;
}

export function openRepository(root: string): Repository {
  const own = ['-c', 'user.name=test', '-c', 'user.email=test@example.com', '-c', 'protocol.file.allow=always', '-c', 'commit.gpgsign=false'];
  const git = (...args: readonly string[]): string => execFileSync('git', [...own, ...args], { cwd: root, encoding: 'utf8', stdio: 'pipe' });
  return {
    root,
    git,
    write(files) {
      for (const [name, content] of Object.entries(files)) {
        const path = join(root, name);
        if (content === null) rmSync(path, { recursive: true });
        else {
          mkdirSync(dirname(path), { recursive: true });
          writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
        }
      }
    },
    commit() {
      git('add', '--all');
      git('commit', '-q', '--allow-empty', '-m', 'change');
    },
  };
}
