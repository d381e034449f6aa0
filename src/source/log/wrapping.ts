/** A line as the program wrote it, and which of several programs that was. */
export interface Unwrapped {
  readonly source: string;
  readonly line: string;
}

/** What a container's log puts around each line; the first group is the source, the last the line. */
const wrappings: readonly RegExp[] = [
  // docker compose: `db-1  | line`.
  /^([\w.-]+)\s+\| ?(.*)$/s,
  // kubectl logs --prefix: `[pod/name/container] line`.
  /^\[(pod\/[\w./-]+)\] (.*)$/s,
  // A node's files under /var/log/pods: `2026-11-30T18:17:21.603456789Z stdout F line`.
  /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d) (stdout|stderr) [FP] (.*)$/s,
];

/** How the lines of a log are unwrapped, told by most of its first ones; `null` where nothing is around them. */
export function findWrapping(sample: readonly string[]): ((line: string) => Unwrapped) | null {
  const filled = sample.filter((line) => line.trim() !== '');
  for (const wrapping of wrappings) {
    if (filled.length === 0 || filled.filter((line) => wrapping.test(line)).length < filled.length * 0.9) continue;
    return (line) => {
      const [, source, inner] = wrapping.exec(line) ?? [];
      return { source: source ?? '', line: inner ?? line };
    };
  }
  return null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours begin with
const colour = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** A text without colours, without the carriage returns at the ends of its lines, and without the NUL characters that PostgreSQL refuses. */
export function cleanText(text: string): string {
  return text
    .replace(colour, '')
    .replace(/\r+(?=\n|$)/g, '')
    .replaceAll('\0', '\ufffd');
}
