import { loadParser, parseStatement } from '../../../sql/parse.ts';
import { skipBlanks } from '../../../sql/tokens.ts';
import type { Statement } from '../../statement.ts';
import { type EmbeddedText, toStatements } from '../to-statements.ts';
import { toCalled } from './called-text.ts';
import { commentsAbove } from './comments.ts';
import { createReader, isAppendedTo } from './expression.ts';
import { isInside, readTag, type Tag } from './library.ts';
import { readPgTyped } from './pgtyped.ts';
import { type Rendered, renderAll, type Segment } from './render.ts';
import { createResolver, type Resolve } from './scope.ts';
import { type Node, parseSyntax, type TaggedTemplateExpression } from './syntax.ts';
import { readTextCall, templateSegments } from './text-call.ts';
import { ancestorsOf, bare, nameAround, type Tree, toTree } from './tree.ts';

/** What a file has to speak of for it to be worth reading: most of a program's do not. */
const speaksOfQueries =
  /\bsql\b|\$(?:query|execute)Raw|['"](?:postgres|@?slonik[^'"]*)['"]|\.(?:query|execute|raw|unsafe|one|many|none|any|oneOrNone|manyOrNone)\b/i;
/** Methods that much else has as well, where some string begins as a query does. */
const speaksOfStrings = /['"`]\s*(?:select|insert\s+into|update|delete\s+from|merge\s+into|with)\s/i;
const sharedMethods = /\.(?:all|get|run|values|multi|result|queryArray|queryObject)\b/;
const speaksSql = /\b(?:select|insert|update|delete|merge|with|truncate|copy|create|alter|drop|set|begin|call|explain)\b/i;

/** Words that a whole query begins with; what begins otherwise is a part of one. */
const opensQuery =
  /^(?:select|insert|update|delete|merge|with|explain|create|alter|drop|truncate|refresh|copy|call|do|declare|prepare|execute|lock|vacuum|analyze|begin|commit|rollback|listen|notify|grant|revoke|reindex|cluster|comment)\b/i;

/** What tells a query from any other string that a method is called with. */
const looksLikeQuery =
  /^(?:select\s(?:[\s\S]*(?:\bfrom\b|\()|\s*\d)|insert\s+into\s|update\s[\s\S]*\bset\s|delete\s+from\s|merge\s+into\s|with\s[\s\S]*\bas\b)/i;

/** A text before its comments are known, and the node that it stands in. */
export interface FoundText extends Omit<EmbeddedText, 'comments'> {
  readonly node: Node;
}

interface Found {
  readonly node: Node;
  readonly segments: readonly Segment[];
  readonly rendered: readonly Rendered[];
  readonly reserved: string;
  readonly name: string | null;
}

/** The statements of a file of TypeScript or JavaScript: its tagged templates, and the strings that a query's method is called with. */
export async function parseScript(path: string, file: string): Promise<readonly Statement[]> {
  if (!mayHoldQueries(file)) return [];
  // A byte order mark is no part of what the parser is given, and yet counts.
  const text = file.startsWith('\ufeff') ? ` ${file.slice(1)}` : file;
  const [{ program, comments }] = await Promise.all([parseSyntax(path, text), loadParser()]);
  const tree = toTree(program, text);
  const resolve = createResolver(tree);
  const above = commentsAbove(comments, tree);
  const texts = tree.nodes.flatMap((node): readonly EmbeddedText[] => {
    const found =
      node.type === 'TaggedTemplateExpression'
        ? readTagged(node, resolve, tree)
        : node.type === 'CallExpression'
          ? readCalled(node, resolve, tree)
          : [];
    return found.map(({ node: own, ...text }) => ({ ...text, comments: [...new Set([...above(own), ...above(node)])] }));
  });
  const seen = new Set<string>();
  const fresh = texts.filter(({ start, edits }) => {
    const key = JSON.stringify([start, edits]);
    return !seen.has(key) && seen.add(key);
  });
  return toStatements(
    path,
    file,
    fresh.toSorted((a, b) => a.start - b.start),
    comments,
  );
}

function mayHoldQueries(file: string): boolean {
  return speaksSql.test(file) && (speaksOfQueries.test(file) || (sharedMethods.test(file) && speaksOfStrings.test(file)));
}

function readTagged(node: TaggedTemplateExpression, resolve: Resolve, tree: Tree): readonly FoundText[] {
  const tag = readTag(node.tag, resolve, tree);
  if (tag === null || tag.form === 'part' || isPart(node, resolve, tree)) return [];
  const segments = templateSegments(node.quasi, createReader(tree, resolve, tag.library));
  if (tag.library === 'pgtyped' && segments.length === 1) return readTyped(node, segments, tree);
  return toTexts(
    {
      node,
      segments,
      reserved: reservedIn(tree.text, segments[0]?.start ?? 0),
      rendered: withAppended(renderAll(segments, tree.text), node, tree),
      name: nameAround(node, tree),
    },
    tag.form,
  );
}

function readTyped(node: Node, [segment]: readonly Segment[], tree: Tree): readonly FoundText[] {
  if (segment === undefined) return [];
  const { start, end } = segment;
  const name = nameAround(node, tree);
  return [{ node, start, end, ...readPgTyped(tree.text, segment), name, newPlaceholder: '$name', reserved: '`\\', dynamic: null }];
}

function readCalled(node: Extract<Node, { type: 'CallExpression' }>, resolve: Resolve, tree: Tree): readonly FoundText[] {
  const call = readTextCall(node, resolve, tree);
  if (call === null) return [];
  const rendered = renderAll(call.segments, tree.text);
  return toTexts(
    {
      node: call.node,
      segments: call.segments,
      reserved: reservedIn(tree.text, call.segments[0]?.start ?? 0),
      rendered,
      name: call.name ?? nameAround(node, tree),
    },
    'either',
    looksLikeQuery,
  ).flatMap((text) => toCalled(text, call, tree.text));
}

/** What ends the text, or means something of its own in it. */
function reservedIn(text: string, start: number): string {
  const delimiter = text[start - 1] ?? '';
  return delimiter === '`' ? '`\\$' : `${delimiter}\\\n`;
}

function toTexts({ node, segments, rendered, name, reserved }: Found, form: Tag['form'], opens = opensQuery): readonly FoundText[] {
  const [start, end] = [segments[0]?.start ?? 0, segments.at(-1)?.end ?? 0];
  return rendered
    .filter(({ sql }) => form === 'query' || isQuery(sql, opens))
    .map((one) => {
      const { edits, placeholders, sql } = one;
      const [guess] = one.guessed;
      // Where a value is no SQL, it was none.
      const isUnlike = one.dynamic === null && guess !== undefined && parseStatement(sql).tree === null;
      const dynamic = isUnlike ? `\`${guess}\` may be more than a value there` : one.dynamic;
      return { node, start, end, edits, placeholders, name, newPlaceholder: '${name}', reserved, dynamic };
    });
}

function isQuery(sql: string, opens: RegExp): boolean {
  let at = skipBlanks(sql, 0);
  // What is known only when it runs may stand in front.
  for (let open = /^(?:\(|\$\d+)/.exec(sql.slice(at)); open !== null; open = /^(?:\(|\$\d+)/.exec(sql.slice(at)))
    at = skipBlanks(sql, at + open[0].length);
  return opens.test(sql.slice(at));
}

function withAppended(rendered: readonly Rendered[], node: Node, tree: Tree): readonly Rendered[] {
  const parent = tree.parentOf(node);
  const name = parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
  if (name === null || !isAppendedTo(name, tree)) return rendered;
  return rendered.map((one) => ({ ...one, dynamic: one.dynamic ?? `\`${name}\` is added to when it runs` }));
}

/** Whether a template stands in another, itself or by the name of its constant only. */
function isPart(node: Node, resolve: Resolve, tree: Tree): boolean {
  const isTemplate = (one: Node): boolean => one.type === 'TaggedTemplateExpression' && readTag(one.tag, resolve, tree) !== null;
  const isIn = (one: Node): boolean => isInside(one, tree, isTemplate);
  if (isIn(node)) return true;
  const declared = declaratorOf(node, tree);
  if (declared === null) return false;
  const uses = tree.nodes.filter(
    (one) => one.type === 'Identifier' && one.name === declared.name && one !== declared.id && isUse(one, declared.init, resolve),
  );
  return uses.length > 0 && uses.every(isIn);
}

function isUse(one: Extract<Node, { type: 'Identifier' }>, init: Node, resolve: Resolve): boolean {
  const binding = resolve(one.name, one);
  return binding?.kind === 'constant' && binding.init === init;
}

/** The constant that holds a template and is no one else's. */
function declaratorOf(node: Node, tree: Tree): { readonly name: string; readonly id: Node; readonly init: Node } | null {
  for (const parent of ancestorsOf(node, tree)) {
    if (bare(parent) !== parent || parent.type === 'ConditionalExpression') continue;
    if (parent.type !== 'VariableDeclarator' || parent.id.type !== 'Identifier' || parent.init === null) return null;
    const exported = tree.parentOf(tree.parentOf(parent) ?? parent)?.type === 'ExportNamedDeclaration';
    return exported ? null : { name: parent.id.name, id: parent.id, init: parent.init };
  }
  return null;
}
