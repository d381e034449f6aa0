/** Lines of code before and after, as a diff that shows all of both. */
export function changedCode(before: readonly string[], after: readonly string[]): readonly string[] {
  const [first, ...rest] = before;
  const [next, ...others] = after;
  if (first === undefined) return after.map((line) => `+ ${line}`);
  if (next === undefined) return before.map((line) => `- ${line}`);
  if (first === next) return [`  ${first}`.trimEnd(), ...changedCode(rest, others)];
  const kept = commonLines(before, after);
  return commonLines(rest, after) === kept ? [`- ${first}`, ...changedCode(rest, after)] : [`+ ${next}`, ...changedCode(before, others)];
}

/** How many lines stay, in order. */
function commonLines(before: readonly string[], after: readonly string[]): number {
  let row = Array.from({ length: after.length + 1 }, () => 0);
  for (const line of before) {
    const next = [0];
    for (const [index, other] of after.entries()) next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    row = next;
  }
  return row[after.length] ?? 0;
}
