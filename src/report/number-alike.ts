/** A name for each of some things that may be alike, the same in every run while their order is: the second `ab` is `ab:2`. */
export function numberAlike(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return names.map((name) => {
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}:${times}`;
  });
}
