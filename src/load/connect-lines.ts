import type { Piece, PsqlCommand } from '../sql/split.ts';

/** Several commands can stand on a line. */
const connect = /(?:^|\s)\\c(?:onnect)?(?=\s|$)/;

/** What a server has beside its databases, what every section of a dump begins with, and what frames a transaction. */
const noContent = [
  /^(?:set|reset|begin|start|commit|end|rollback|discard)\b/i,
  /^select\s+(?:pg_catalog\s*\.\s*)?set_config\s*\(/i,
  /^(?:create|alter|drop|comment\s+on|security\s+label\s.*?on)\s+(?:database|role|user|group|tablespace)\b/is,
  /^(?:grant|revoke)\s(?!.*?\son\s)/is,
  /^(?:grant|revoke)\s.*?\son\s+(?:database|tablespace)\b/is,
  // The two databases that every server has.
  /^comment\s+on\s+extension\b/i,
];

/** The first `\connect` that leads to a second database with something in it; one database is enough for dumps that create it, or of a whole server. */
export function findSecondDatabase(pieces: readonly Piece[], commands: readonly PsqlCommand[]): PsqlCommand | null {
  const connects = commands.filter(({ text }) => connect.test(text));
  let at = 0;
  let current: PsqlCommand | null = null;
  let name: string | null = null;
  let filled: string | null | undefined;
  for (const piece of pieces) {
    for (let next = connects[at]; next !== undefined && next.start < piece.start; next = connects[at]) {
      name = readName(next.text) ?? name;
      current = next;
      at += 1;
    }
    if (noContent.some((pattern) => pattern.test(piece.sql))) continue;
    filled = filled === undefined ? name : filled;
    if (filled !== name) return current;
  }
  return null;
}

/** The database that the command names; `null` where it stays with the one before. */
function readName(command: string): string | null {
  const [first = '-'] = [...command.replace(/^.*?\\c(?:onnect)?(?=\s|$)/, '').matchAll(/\s+("(?:[^"]|"")*"|'(?:[^']|'')*'|\S+)/g)].flatMap(
    ([, word = '']) => (word.startsWith('-reuse') ? [] : word),
  );
  const plain = first.replace(/^(["'])(.*)\1$/s, '$2');
  if (plain === '-') return null;
  const [, named] = /\bdbname\s*=\s*'?((?:[^'\s\\]|\\.)+)/.exec(plain) ?? /^postgres(?:ql)?:\/\/[^/]*\/([^?]+)/.exec(plain) ?? [];
  return named ?? plain;
}
