/** More than one of a thing: `policies`, `indexes`, `changes of the type`. */
export function pluralOf(noun: string): string {
  if (/^change of /.test(noun)) return noun.replace('change', 'changes');
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(?:s|x|ss)$/.test(noun) ? `${noun}es` : `${noun}s`;
}
