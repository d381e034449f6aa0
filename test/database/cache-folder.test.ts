import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeNamedFolder } from '../../src/database/cache-folder.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'planlint-folder-'));
  writeFileSync(join(root, 'file'), '');
});
afterAll(() => rmSync(root, { recursive: true }));

describe('the folder that PLANLINT_CACHE names', () => {
  test('is made with those above it, for this user alone', () => {
    const folder = join(root, 'a/b/c');
    expect(makeNamedFolder(folder, null)).toBe(folder);
    expect(makeNamedFolder(folder, null)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test.each(['/proc/x', '/proc/x/y', 'file', 'file/x'])('cannot be %s', (path) => {
    const folder = path.startsWith('/') ? path : join(root, path);
    expect(() => makeNamedFolder(folder, null)).toThrow(
      expect.objectContaining({
        name: 'UserError',
        message: expect.stringMatching(/ cannot be made: /),
        hint: expect.stringMatching(/PLANLINT_CACHE/),
      }),
    );
  });
});
