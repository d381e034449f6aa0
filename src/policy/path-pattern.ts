/**
 * Whether a path, with forward slashes, is what a pattern asks for: `**` stands for any folders, `*` and `?` for characters of one name, `{a,b}` for either.
 * A pattern that names a folder holds for all that is in it.
 */
export function toPathTest(pattern: string): (path: string) => boolean {
  const plain = pattern.replace(/^(?:\.\/)+/, '').replace(/\/+$/, '');
  if (plain === '' || plain === '.') return (path) => !path.startsWith('../');
  const form = new RegExp(`^${toSource(plain)}(?:/.*)?$`, 's');
  return (path) => form.test(path);
}

const token = /\*\*\/|\/\*\*$|\*\*|\*|\?|\{[^{}]*\}|[\s\S]/g;

function toSource(pattern: string): string {
  return pattern.replace(token, (piece) => {
    if (piece === '**/') return '(?:[^/]+/)*';
    if (piece === '/**') return '/.+';
    if (piece === '**') return '.*';
    if (piece === '*') return '[^/]*';
    if (piece === '?') return '[^/]';
    if (piece.length > 1 && piece.startsWith('{')) return `(?:${piece.slice(1, -1).split(',').map(toSource).join('|')})`;
    return piece.replace(/[.+^$()|[\]\\{}]/, '\\$&');
  });
}
