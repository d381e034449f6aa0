/** The known word that a mistyped one is meant to be; `null` where none is near. */
export function nearest(word: string, known: Iterable<string>): string | null {
  const [plain, most] = [word.toLowerCase(), Math.max(2, Math.floor(word.length / 3))];
  let [best, least] = [null as string | null, most + 1];
  for (const one of known) {
    const steps = distance(plain, one.toLowerCase());
    if (steps < least) [best, least] = [one, steps];
  }
  return best;
}

/** `did you mean "schema"?`, or else what there is to choose from. */
export function suggest(word: string, known: readonly string[]): string {
  const meant = nearest(word, known);
  return meant === null ? `choose one of ${known.join(', ')}` : `did you mean "${meant}"?`;
}

/** How many letters have to be put in, taken out, replaced or swapped with their neighbour. */
function distance(a: string, b: string): number {
  let [before, row] = [[] as number[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1), swapped);
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
