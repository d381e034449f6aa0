import type { ParserOptions, Program } from 'oxc-parser';
import { UserError } from '../../../errors.ts';
import { showPath } from '../../../shown-path.ts';
import { toPosition } from '../../../sql/span.ts';
import type { Comment } from '../../../sql/split.ts';

export type {
  ArrowFunctionExpression,
  CallExpression,
  Expression,
  Function as FunctionNode,
  IdentifierReference,
  MemberExpression,
  Node,
  Program,
  TaggedTemplateExpression,
  TemplateElement,
  TemplateLiteral,
  TSType,
} from 'oxc-parser';

/** What a file comes down to. */
export interface Syntax {
  readonly program: Program;
  readonly comments: readonly Comment[];
}

/** Parses a file of TypeScript or JavaScript; offsets are UTF-16 units. A text that it cannot read is a UserError with its place. */
export async function parseSyntax(path: string, text: string): Promise<Syntax> {
  const { parseSync } = await import('oxc-parser');
  // Of one form whatever the language: with `ts`, the delimiters belong to a template's elements.
  const options: ParserOptions = { astType: 'ts', preserveParens: false };
  const parse = (lang: ParserOptions['lang']) => parseSync(path, text, lang === undefined ? options : { ...options, lang });
  const isScript = /\.(?:[cm]?js|jsx)$/i.test(path);
  const first = parse(isScript ? 'jsx' : undefined);
  // JavaScript with types is Flow's or a bundler's; most of it reads as TypeScript.
  const tried = isScript && isBroken(first) ? [first, parse('tsx')] : [first];
  const read = tried.find((one) => !isBroken(one));
  if (read !== undefined) return { program: read.program, comments: read.comments.map(({ value, start, end }) => ({ text: value, start, end })) };
  const [fault] = first.errors;
  const { line, column } = toPosition(text, fault?.labels[0]?.start ?? 0);
  const message = (fault?.message ?? 'no syntax that can be read').replace(/^./, (letter) => letter.toLowerCase()).replace(/\.$/, '');
  throw new UserError('source', `${showPath(path)}:${line}:${column}: ${message}`, {
    hint: `${isScript ? 'JavaScript' : 'TypeScript'} that does not parse may hide a query: mend the file, or leave it out`,
  });
}

/** What is left of a text that the parser gave up on is empty; it recovers from other errors, which are a compiler's to report. */
function isBroken({ program, errors }: { readonly program: Program; readonly errors: readonly unknown[] }): boolean {
  return errors.length > 0 && program.body.length === 0;
}
