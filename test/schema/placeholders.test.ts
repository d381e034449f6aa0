import { describe, expect, test } from 'vitest';
import { fillPlaceholders } from '../../src/schema/placeholders.ts';

const fill = (text: string, tool = 'Flyway') => fillPlaceholders({ path: 'db/V1__a.sql', text }, tool).text;

describe('a placeholder', () => {
  test.each([
    ['SELECT $1, a;', 'SELECT $1, a;'],
    ['SET search_path = ${flyway:defaultSchema};', 'SET search_path = public;'],
    ['-- ${owner}\n/* ${it} */ SELECT 1;', '-- ${owner}\n/* ${it} */ SELECT 1;'],
    ['--property name:size value:8\nSELECT ${size};', '--property name:size value:8\nSELECT 8;'],
  ])('gets what is known of it: %j', (text, expected) => {
    expect(fill(text)).toBe(expected);
  });

  test.each([
    [
      'CREATE TABLE a (id int);\nALTER TABLE a OWNER TO ${owner};',
      'db/V1__a.sql:2:24: ${owner} is a placeholder that Flyway puts a value in for',
      /flyway migrate/,
    ],
    ["FOR VALUES IN ('${tenant}')", 'db/V1__a.sql:1:17: ${tenant} is a placeholder that Flyway puts a value in for', /--schema-command/],
  ])('is refused with its place otherwise: %j', (text, message, hint) => {
    expect(() => fill(text)).toThrow(expect.objectContaining({ name: 'UserError', message, hint: expect.stringMatching(hint) }));
  });
});
