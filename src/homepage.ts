/** `homepage` in package.json, `null` while there is none; a test keeps them equal. */
export const homepage: string | null = null;

/** Where the page of one of planlint's own rules is published, given the homepage: beside the code where that is on GitHub, else the homepage itself. */
export function toRulePage(home: string | null, rule: string): string | null {
  if (home === null) return null;
  const repository = /^https:\/\/github\.com\/[^/#?]+\/[^/#?]+/.exec(home)?.[0];
  return repository === undefined ? home : `${repository}/blob/HEAD/docs/rules/${encodeURIComponent(rule)}.md`;
}
