import type { BlockShape } from './block-reader.ts';
import { continuesSql, findOpen } from './continuation.ts';

const verb =
  /^(?:b['"](?:\\n|\s)*)?(?:select|insert into|update|delete from|with|merge into|begin|commit|rollback|savepoint|release|start transaction|set|declare|fetch|close|copy|truncate|explain|call|values|show|lock table|discard|create|alter|drop|listen|notify|refresh|prepare|execute|deallocate)\b(?! ?[:=-]| (?:a|an|the|your|this|that|these|for|to|is|was|were|has)\b)/i;
/** A level and a logger's name may be in front. */
const prefix = /^(?:(?:\d{4}-\d\d-\d\d[ T][\d:.,]+\S* )?(?:\[?(?:DEBUG|INFO)\]?)[:\s|-]+(?:[\w.]+[:\s|-]+)?)?/;

export const toStatementText = (line: string) => line.replace(prefix, '');
const beginsStatement = (line: string) => verb.test(toStatementText(line));

/** A line that begins a statement may as well go on with one, as in `INSERT … ⏎ SELECT`. */
function goesOn(text: string, line: string): boolean {
  if (/^set\b/i.test(line)) return /^(?:update\b(?![\s\S]*\bset\b)|insert\b[\s\S]*\bdo update\s*$)/i.test(text);
  if (/^values\b/i.test(line)) return /^(?:insert|merge)\b(?![\s\S]*\b(?:values|select)\b)/i.test(text);
  if (/^(?:select|with)\b/i.test(line))
    return (
      /^insert\b(?![\s\S]*\b(?:values|select)\b)|^explain\b[^;]*$|\b(?:union|all|except|intersect|as)\s*$/i.test(text) ||
      /^with\b[\s\S]*\)\s*$/i.test(text)
    );
  if (/^(?:update|insert|delete|merge)\b/i.test(line)) return /^with\b[\s\S]*\)\s*$|\b(?:for|then|do)\s*$/i.test(text);
  return /^fetch (?:first|next)\b/i.test(line);
}

/** Statements as they are, each from its first word on. */
export const plainSql: Pick<BlockShape, 'begins' | 'continues' | 'isWhole'> = {
  begins: beginsStatement,
  continues({ lines }, line) {
    const text = toStatementText(lines.join('\n')).trim();
    if (/^b'.*'$|^b".*"$|;$/.test(text) || /\(execution time: \d+ ms\)$/.test(text)) return false;
    if (/^ {2}\(execution time: /.test(line)) return true;
    if (!beginsStatement(line)) return continuesSql([text], line);
    return findOpen(text) !== null || goesOn(text, line);
  },
};
