/** Compares names so that `2_b` comes before `10_a`. */
export function compareNames(left: string, right: string): number {
  const ours = left.match(/\d+|\D+/g) ?? [];
  const theirs = right.match(/\d+|\D+/g) ?? [];
  for (const [index, our] of ours.entries()) {
    const their = theirs[index];
    if (their === undefined) return 1;
    const byNumber = /^\d/.test(our) && /^\d/.test(their) ? compareDigits(our, their) : 0;
    if (byNumber !== 0) return byNumber;
    if (our !== their) return our < their ? -1 : 1;
  }
  return ours.length - theirs.length;
}

function compareDigits(left: string, right: string): number {
  const a = BigInt(left);
  const b = BigInt(right);
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `.down.sql` and its like can mean nothing else. */
const alwaysDown = /\.(?:down|undo|rollback|revert)\.sql$/i;
const maybeDown = /^(.+)[_-](?:down|undo|rollback|revert)\.sql$/i;
const leadingDown = /^(?:down|undo)([._-].+)$/i;

/** Whether the name says that the file takes back what another one of the folder does. */
export function isDown(name: string, siblings: readonly string[]): boolean {
  if (alwaysDown.test(name) || /^down\.sql$/i.test(name)) return true;
  const [, stem] = maybeDown.exec(name) ?? [];
  const [, rest] = leadingDown.exec(name) ?? [];
  const ups = stem === undefined ? [] : [`${stem}.sql`, `${stem}_up.sql`, `${stem}-up.sql`, `${stem}_do.sql`];
  if (rest !== undefined) ups.push(`up${rest}`, `do${rest}`);
  return siblings.some((sibling) => ups.includes(sibling));
}

export function isSql(name: string): boolean {
  return /\.sql$/i.test(name);
}
