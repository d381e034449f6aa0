import type { Finding } from './report.ts';

/** What is wrong and what to write instead, as sentences in a row. */
export function toSentences({ message, help }: Pick<Finding, 'message' | 'help'>): string {
  return [message, help]
    .filter((part) => part !== '')
    .map((part) => (/[.!?:]$/.test(part) ? part : `${part}.`))
    .join(' ');
}
