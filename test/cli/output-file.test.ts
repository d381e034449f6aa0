import { mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { writeOutputFile } from '../../src/cli/output-file.ts';
import { UserError } from '../../src/errors.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planlint-output-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the output file', () => {
  test('is made, with its folder, or replaced, and no draft is left', async () => {
    const path = join(folder, 'reports', 'planlint.json');
    for (const text of ['first', 'second']) {
      await writeOutputFile(path, text);
      expect(await readFile(path, 'utf8')).toBe(text);
    }
    expect(await readdir(join(folder, 'reports'))).toEqual(['planlint.json']);
  });

  test('keeps a link a link', async () => {
    await writeFile(join(folder, 'file'), 'old');
    await symlink('file', join(folder, 'link'));
    await writeOutputFile(join(folder, 'link'), 'new');
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('new');
    expect((await readdir(folder)).sort()).toEqual(['file', 'link']);
  });

  test('may be a device', async () => {
    await writeOutputFile(devNull, 'text');
    expect((await stat(devNull)).isFile()).toBe(false);
  });

  test('that cannot be written is a user error, with nothing left behind', async () => {
    await writeFile(join(folder, 'file'), 'kept');
    const refusal = await writeOutputFile(folder, 'text').catch((error) => error);
    expect(refusal).toBeInstanceOf(UserError);
    expect(refusal.message).toBe(`the report cannot be written to ${folder}: it is a folder`);
    await expect(writeOutputFile(join(folder, 'file', 'x'), 'text')).rejects.toThrow('a part of the path is not a folder');
    await expect(writeOutputFile('/proc/x/report', 'text')).rejects.toBeInstanceOf(UserError);
    expect(await readdir(folder)).toEqual(['file']);
    expect(await readFile(join(folder, 'file'), 'utf8')).toBe('kept');
  });
});
