import { describe, expect, test } from 'vitest';
import { formatFailure } from '../../src/cli/failure.ts';
import { UserError } from '../../src/errors.ts';

describe('a failure', () => {
  test('that the user can mend has a message, an excerpt and a hint, and no stack', () => {
    const excerpt = ['     3 │ REFERENCES accounts (id);', '       │            ~~~~~~~~'];
    const error = new UserError('database', 'a.sql:3: relation "accounts" does not exist', { excerpt, hint: 'load it before' });
    expect(formatFailure(error)).toBe(
      'planlint: a.sql:3: relation "accounts" does not exist\n     3 │ REFERENCES accounts (id);\n       │            ~~~~~~~~\nhint: load it before\n',
    );
  });

  test('sends no control character to the terminal', () => {
    expect(formatFailure(new UserError('source', 'a\u001b[2Jb', { excerpt: ['\u001b[2J'], hint: '\u0007' }))).toBe(
      'planlint: a␛[2Jb\n␛[2J\nhint: ␇\n',
    );
  });

  test('of planlint’s own asks for a report, with the stack', () => {
    const text = formatFailure(new TypeError('x is not a function'));
    expect(text).toMatch(/^planlint: internal error: x is not a function\nThis is a fault in planlint.*Please report it/);
    expect(text).toMatch(/\n {4}at .*failure\.test\.ts/);
    expect(formatFailure('thrown text')).toContain('internal error: thrown text');
  });
});
