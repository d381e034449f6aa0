// biome-ignore lint/suspicious/noControlCharactersInRegex: this is what colours begin with
const colour = /\u001b\[[0-9;?]*[A-Za-z]/g;

/** A text without colours, without the carriage returns at the ends of its lines, and without the NUL characters that PostgreSQL refuses. */
export function cleanText(text: string): string {
  return text
    .replace(colour, '')
    .replace(/\r+(?=\n|$)/g, '')
    .replaceAll('\0', '\ufffd');
}
