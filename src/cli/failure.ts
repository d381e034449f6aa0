import { UserError } from '../errors.ts';
import { printable, printableLine } from '../report/printable.ts';
import { version } from '../version.ts';

/** What stderr says where there is no report to give. */
export function formatFailure(error: unknown): string {
  if (!(error instanceof UserError)) return formatInternal(error);
  const lines = [`planlint: ${printableLine(error.message)}`, ...error.excerpt.map((line) => printable(line))];
  if (error.hint !== null) lines.push(`hint: ${printableLine(error.hint)}`);
  return `${lines.join('\n')}\n`;
}

function formatInternal(error: unknown): string {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return [
    `planlint: internal error: ${printableLine(message)}`,
    'This is a fault in planlint, not in your files. Please report it, with these lines:',
    `planlint ${version}, Node.js ${process.version}, ${process.platform} ${process.arch}`,
    ...stack.split('\n').map((line) => printable(line)),
    '',
  ].join('\n');
}
