import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { run } from '../cli/run.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');

/** Its flags, as the help of a command has them. */
async function flagsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await run([command, '--help']);
  return [...stdout.matchAll(/^ {2}(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag);
}

describe.each(['check', 'explain', 'run', 'capture', 'init'])('planlint %s', (command) => {
  test('each flag is on the page', async () => {
    const flags = await flagsOf(command);
    expect(flags.length).toBeGreaterThan(3);
    expect(flags.filter((flag) => flag !== '--help' && !new RegExp(`${flag}\\b(?!-)`).test(page))).toEqual([]);
  });
});

test('no flag is on the page that there is not', async () => {
  const known = new Set((await Promise.all(['check', 'explain', 'run', 'capture', 'init'].map(flagsOf))).flat());
  const named = [...page.matchAll(/`(?:-\w, )?(--[a-z-]+)/g)].map(([, flag = '']) => flag);
  expect(named.filter((flag) => !known.has(flag))).toEqual([]);
});
