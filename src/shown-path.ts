/** A path as messages for people give it; `-` alone could be anything. */
export function showPath(path: string): string {
  return path === '-' ? 'standard input' : path;
}
