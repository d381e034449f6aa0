import { blank } from '../blank.ts';

/** A `--changeset` line and what follows it up to the next one. */
const changeset = /^[ \t]*--[ \t]*changeset[ \t].*\n?(?:(?![ \t]*--[ \t]*changeset[ \t]).*(?:\n|$))*/gim;

/** Whether Liquibase knows the file as its own. */
export function isFormatted(text: string): boolean {
  return /^\s*--[ \t]*liquibase[ \t]+formatted[ \t]+sql/i.test(text);
}

/** What Liquibase runs on PostgreSQL of a file that begins with `--liquibase formatted sql`. Its rollbacks are comments. */
export function readFormatted(text: string): string {
  if (!isFormatted(text)) return text;
  return text.replace(changeset, (change) => {
    const head = /^.*/.exec(change)?.[0] ?? '';
    if (!isForPostgres(readOption(head, 'dbms') ?? 'all')) return blank(change);
    return endWithSemicolons(leaveOutIgnored(change), readOption(head, 'endDelimiter') ?? ';');
  });
}

function readOption(head: string, name: string): string | undefined {
  const [, quoted, bare] = new RegExp(`\\b${name}:(?:"([^"]*)"|(\\S+))`, 'i').exec(head) ?? [];
  return quoted ?? bare;
}

function isForPostgres(systems: string): boolean {
  const names = systems.split(',').map((name) => name.trim().toLowerCase());
  const isNamed = names.includes('postgresql') || names.includes('all');
  return (isNamed || names.every((name) => name.startsWith('!'))) && !names.includes('!postgresql') && !names.includes('none');
}

/** Lines between `--ignoreLines:start` and `:end`, and as many as `--ignoreLines:2` says. */
function leaveOutIgnored(change: string): string {
  let isOff = false;
  let left = 0;
  const keep = (line: string) => {
    const [, what] = /^\s*--\s*ignoreLines:(\w+)/i.exec(line) ?? [];
    if (what !== undefined) {
      isOff = what.toLowerCase() === 'start';
      left = Number(what) || 0;
      return line;
    }
    left -= 1;
    return isOff || left >= 0 ? blank(line) : line;
  };
  return change.split('\n').map(keep).join('\n');
}

/** A changeset may end its statements otherwise, for the sake of semicolons inside them. */
function endWithSemicolons(change: string, delimiter: string): string {
  if (!/^[^\w\s;'"]{1,4}$/.test(delimiter)) return change;
  const [first = '', ...lines] = change.split('\n');
  const end = (line: string) => {
    const kept = line.trimEnd();
    return kept.endsWith(delimiter) ? `${kept.slice(0, -delimiter.length)};${' '.repeat(delimiter.length - 1)}` : line;
  };
  return [first, ...lines.map(end)].join('\n');
}
