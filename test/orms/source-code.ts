import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The program of an ORM, as the page shows pieces of it. */
export interface SourceCode {
  /** What an operation does, without what hands it its arguments; `undefined` where it is none, but a way to use a session. */
  operation(name: string): readonly string[] | undefined;
}

export function readSourceCode(orm: string): SourceCode {
  const [operations = ''] = readFile(`${orm}.js`).split('\nexport const sessions');
  const lines = operations.split('\n');
  return {
    operation(name) {
      const first = lines.findIndex((line) => line.startsWith(`  '${name}': `) || line.startsWith(`  ${name}: `));
      if (first === -1) return undefined;
      const length = lines.slice(first + 1).findIndex((line) => /^ {0,2}\S/.test(line) && line !== '  },');
      return toBody(lines.slice(first, first + 1 + length));
    },
  };
}

/** A declaration of a file next to this one, from the line that begins so to the one that closes it. */
export function readDeclaration(file: string, start: string): readonly string[] {
  const lines = readFile(file).split('\n');
  const first = lines.findIndex((line) => line.startsWith(start));
  if (first === -1) throw new Error(`${file}: no line begins with ${start}`);
  const length = lines.slice(first).findIndex((line) => line.startsWith('}'));
  return lines.slice(first, first + length + 1);
}

function readFile(name: string): string {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
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
