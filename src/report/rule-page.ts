/** Where the pages of docs/rules/ are published. */
const pages = 'https://github.com/planlint/planlint/blob/main/docs/rules';

/** The page of one of planlint's own rules. */
export function pageOf(rule: string): string {
  return `${pages}/${encodeURIComponent(rule)}.md`;
}
