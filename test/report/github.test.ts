import { expect, test } from 'vitest';
import { formatGithub } from '../../src/report/github.ts';
import { cleanReport, hostileReport, largeReport, nasty, nastyPath, presentation } from './hostile.ts';
import { sampleReport } from './sample.ts';

interface Command {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** What the runner makes of a line: the escapes of values and of data undone in the order that it documents. */
function parse(line: string): Command {
  const [, name = '', list = '', data = ''] = /^::(\w+) ([^:]*)::(.*)$/.exec(line) ?? [];
  const undo = (text: string): string => text.replaceAll('%0D', '\r').replaceAll('%0A', '\n');
  const value = (text: string): string => undo(text).replaceAll('%3A', ':').replaceAll('%2C', ',').replaceAll('%25', '%');
  const properties = Object.fromEntries(list.split(',').map((pair) => [pair.slice(0, pair.indexOf('=')), value(pair.slice(pair.indexOf('=') + 1))]));
  return { name, properties, data: undo(data).replaceAll('%25', '%') };
}

function commandsOf(text: string): readonly Command[] {
  return text.split('\n').slice(0, -1).map(parse);
}

test('every line is a command that says what the finding says', () => {
  const [first, , , , , last] = commandsOf(formatGithub(hostileReport(), presentation));
  expect(first).toEqual({
    name: 'error',
    properties: { file: nastyPath, line: '4', endLine: '4', col: '6', endColumn: '14', title: 'require-partition-keys' },
    data: expect.stringContaining('`credit c` reads 2 leaves; 100% <script>alert("x")</script> ]]> & ␛[31mred␛[0m␀ a:b,c 🐘'),
  });
  expect(first?.data).toContain('\nAdd `c.created_at = …`\nand mind {braces}');
  // Standard input is no file that could be shown.
  expect(last).toEqual({ name: 'warning', properties: { title: 'no-hidden-cascade' }, data: 'No table\nDo it.' });
});

test('what is suppressed is left out, what was not judged is named', () => {
  const commands = commandsOf(formatGithub(hostileReport(), presentation));
  expect(commands.map(({ name }) => name)).toEqual(['error', 'error', 'error', 'error', 'warning', 'warning', 'notice']);
  expect(commands.at(-1)?.data).toMatch(
    /^Not judged: 1 inconclusive: needs 100% .*\nNot judged: 1 failed: relation "x" does not exist \(db\/fine\.sql:6\)$/,
  );
});

const paths: readonly (readonly [path: string, folder: string, file: string])[] = [
  ['a.sql', '', 'a.sql'],
  ['a.sql', 'services/billing', 'services/billing/a.sql'],
  ['../shared/a.sql', 'services/billing', 'services/shared/a.sql'],
  ['./a.sql', 'services', 'services/a.sql'],
  ['/abs/a.sql', 'services', '/abs/a.sql'],
  ['C:/abs/a.sql', 'services', 'C:/abs/a.sql'],
  ['a%2C,b:c\nd\r.sql', '', 'a%2C,b:c\nd\r.sql'],
  [nasty, '', nasty],
];
test.each(paths)('the path %j, run in %j, is %j', (path, folder, file) => {
  const text = formatGithub(sampleReport([{ path, findings: [{}] }]), { folder });
  expect(commandsOf(text)).toHaveLength(1);
  expect(commandsOf(text)[0]?.properties['file']).toBe(file);
});

const messages = ['%0A', '%25', '%', 'a%0Ab\nc', '\r\n', '::error::x', 'a,b:c', '%3A%2C'];
test.each(messages)('the message %j comes back', (message) => {
  const text = formatGithub(sampleReport([{ findings: [{ message, help: '' }] }]), presentation);
  expect(commandsOf(text).map(({ data }) => data)).toEqual([message]);
});

test('a piece of several lines has no columns', () => {
  const [command] = commandsOf(formatGithub(sampleReport([{ sql: 'SELECT\n1', findings: [{}] }]), presentation));
  expect(command?.properties).toEqual({ file: 'db/queries/ledger.sql', line: '1', endLine: '2', title: 'require-partition-keys' });
});

const amounts: readonly (readonly [errors: number, warnings: number, shown: number, notice: string | null])[] = [
  [10, 10, 20, null],
  [11, 0, 10, '1 more error without'],
  [1, 12, 11, '2 more warnings without'],
  [1200, 11, 20, '1,190 more errors and 1 more warning without'],
];
test.each(amounts)('of %d errors and %d warnings %d are shown', (errors, warnings, shown, notice) => {
  const commands = commandsOf(formatGithub(largeReport(errors, warnings), presentation));
  expect(commands.filter(({ name }) => name !== 'notice')).toHaveLength(shown);
  expect(commands.find(({ name }) => name === 'notice')?.data.startsWith(notice ?? '') ?? null).toBe(notice === null ? null : true);
});

test('a clean run says nothing', () => {
  expect(formatGithub(cleanReport(), presentation)).toBe('');
});
