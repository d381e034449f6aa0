import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program of an ORM, as the page shows pieces of it. */
export interface SourceCode {
  /** What an operation does, without what hands it its arguments. */
  operation(name: string): readonly string[];
  declaration(name: string): readonly string[];
}

export function readSourceCode(orm: string): SourceCode {
  const lines = readFileSync(join(import.meta.dirname, `${orm}.js`), 'utf8').split('\n');
  const from = (start: RegExp, indent: string): readonly string[] => {
    const first = lines.findIndex((line) => start.test(line));
    if (first === -1) throw new Error(`${orm}.js: nothing like ${start}`);
    const isNext = (line: string): boolean => line !== '' && !line.startsWith(`${indent} `);
    const length = lines.slice(first + 1).findIndex(isNext);
    return lines.slice(first, first + 1 + length);
  };
  return {
    operation: (name) => toBody(from(new RegExp(`^  '?${name}'?: `), '  ')),
    declaration: (name) => [...from(new RegExp(`^const ${name} = `), ''), closing(lines, name)],
  };
}

/** The line that closes a declaration. */
function closing(lines: readonly string[], name: string): string {
  const first = lines.findIndex((line) => line.startsWith(`const ${name} = `));
  return lines.slice(first).find((line) => line.startsWith('}')) ?? '';
}

function toBody(lines: readonly string[]): readonly string[] {
  const text = lines.join('\n').replace(/^.*?=>\s*/, '');
  const isBlock = text.startsWith('{\n');
  const body = isBlock ? text.replace(/^\{\n/, '').replace(/\n\s*\},?$/, '') : text.replace(/,$/, '');
  const inner = body.replace(/^sql`\n([\s\S]*)`$/, (_, query: string) => `sql\`\n${query}\``);
  return dedent(inner.split('\n'));
}

function dedent(lines: readonly string[]): readonly string[] {
  const indents = lines.slice(lines[0]?.startsWith(' ') ? 0 : 1).map((line) => line.search(/\S/));
  const common = Math.min(...indents.filter((indent) => indent !== -1));
  const isOpening = !lines[0]?.startsWith(' ');
  if (!Number.isFinite(common)) return lines;
  // What goes on below a first line keeps one step behind it.
  const step = isOpening && !/^[)\]}]/.test(lines.at(-1)?.trim() ?? '') ? '  ' : '';
  return lines.map((line, index) => (isOpening && index === 0 ? line : `${step}${line.slice(common)}`));
}
