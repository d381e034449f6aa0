import type { Comment } from '../../../sql/split.ts';
import type { Node } from './syntax.ts';
import type { Tree } from './tree.ts';

/** The comments for planlint that stand directly above a node, or above the statement that it is in. */
export type CommentsAbove = (node: Node) => readonly Comment[];

/** Finds the comments of a program that belong to its queries. */
export function commentsAbove(comments: readonly Comment[], tree: Tree): CommentsAbove {
  const byCode = new Map<number, Comment[]>();
  for (const [index, comment] of comments.entries()) {
    if (!/planlint/i.test(comment.text)) continue;
    const at = codeBehind(comments, index, tree.text);
    byCode.set(at, [...(byCode.get(at) ?? []), comment]);
  }
  if (byCode.size === 0) return () => [];
  return (node) => {
    const starts = new Set([node.start, ...(node.type === 'TaggedTemplateExpression' ? [node.quasi.start] : [])]);
    for (let at = tree.parentOf(node); at !== null && !holdsStatements.has(at.type); at = tree.parentOf(at)) starts.add(at.start);
    return [...starts].flatMap((start) => byCode.get(start) ?? []);
  };
}

const holdsStatements: ReadonlySet<Node['type']> = new Set(['Program', 'BlockStatement', 'ClassBody', 'StaticBlock', 'TSModuleBlock', 'SwitchCase']);

/** Where the code begins that a comment stands above. */
function codeBehind(comments: readonly Comment[], index: number, text: string): number {
  const end = comments[index]?.end ?? text.length;
  const at = end + (/^\s*/.exec(text.slice(end, end + 10_000))?.[0].length ?? 0);
  return comments[index + 1]?.start === at ? codeBehind(comments, index + 1, text) : at;
}
