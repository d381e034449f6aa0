import type { Span } from '../../sql/span.ts';
import type { Comment } from '../../sql/split.ts';
import { languages, listLiterals } from './literals.ts';

/** The comments of a program or a mapper. What they say begins two characters behind their start. */
export function listHostComments(file: string, extension: string): readonly Comment[] {
  if (!/planlint/i.test(file)) return [];
  const language = languages[extension];
  const comments: Comment[] = [];
  if (language !== undefined) listLiterals(file, language, (span) => comments.push(...toComments(file, span)));
  else
    for (const { 0: whole, 1: text = '', index } of file.matchAll(/<!--([\s\S]*?)-->/g))
      comments.push({ text, start: index + 2, end: index + whole.length });
  return comments;
}

function toComments(file: string, { start, end }: Span): readonly Comment[] {
  const whole = file.slice(start, end);
  if (whole.startsWith('#')) return [{ text: whole.slice(1), start: start - 1, end }];
  if (whole.startsWith('//')) return [{ text: whole.slice(2), start, end }];
  return whole.startsWith('/*') ? [{ text: whole.slice(2, -2), start, end }] : [];
}

/** The comments for planlint that stand directly above the code that a text is in, by where the text starts; `starts` are those of all texts with a statement. */
export function commentsByText(comments: readonly Comment[], starts: readonly number[], file: string): ReadonlyMap<number, readonly Comment[]> {
  const found = new Map<number, Comment[]>();
  for (const [index, comment] of comments.entries()) {
    const start = starts.find((one) => one >= comment.end);
    if (start === undefined || !/planlint/i.test(comment.text) || !isOneStatement(file.slice(codeBehind(comments, index, file), start))) continue;
    found.set(start, [...(found.get(start) ?? []), comment]);
  }
  return found;
}

/** Where the code begins that a comment stands above. */
function codeBehind(comments: readonly Comment[], index: number, file: string): number {
  const end = comments[index]?.end ?? file.length;
  const at = end + (/^\s*/.exec(file.slice(end, end + 10_000))?.[0].length ?? 0);
  const next = comments[index + 1];
  return next !== undefined && next.start <= at && next.end > at ? codeBehind(comments, index + 1, file) : at;
}

/** Whether a piece of code ends no statement: with a semicolon, or a line that ends outside of brackets and not behind an operator. */
function isOneStatement(code: string): boolean {
  let depth = 0;
  for (const [at, character] of Array.from(code).entries()) {
    if ('([<'.includes(character)) depth += 1;
    if (')]>'.includes(character)) depth -= 1;
    if (depth <= 0 && (character === ';' || (character === '\n' && !/[=+,.(\\)>]\s*$/.test(code.slice(0, at))))) return false;
  }
  return true;
}
